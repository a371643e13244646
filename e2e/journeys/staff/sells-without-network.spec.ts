import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { storedText, untilStaffAppIsKept } from "../../harness/browser/offline.ts";
import { createAdmin, openAs, readAs } from "../../harness/product/accounts.ts";
import { createTruck } from "../../harness/product/own-trucks.ts";
import { sellChips } from "../../harness/screens/counter.ts";
import { expect, test } from "../../harness/test.ts";

interface Listed {
  orderNumber: string;
  offlineNumber: string | null;
  tender: string;
  total: number;
  flags: string[];
}

test.setTimeout(240_000);

// The server is stopped, and the browser is offline besides for a part of it.
test("twenty orders that are taken without network arrive once each, and nothing of them is read by others", async ({
  page,
  context,
  product,
  truck,
  admin,
  newPage,
}) => {
  await openAs(page, admin);
  await page.goto("/admin/orders/new");
  await expect(page.getByRole("button", { name: /^Chips and Salsa/ })).toBeVisible();
  await untilStaffAppIsKept(page);
  const called: string[] = [];

  await test.step("without the server, over three reloads and in two tabs", async () => {
    await product.stop();
    for (let reload = 0; reload < 3; reload += 1) {
      called.push(await sellChips(page), await sellChips(page));
      await page.reload();
      await expect(
        page.getByText(`${called.length} orders are on this tablet only.`),
      ).toBeVisible();
    }
    await expectNoBarriers(page, "the counter without network");
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSideScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await context.setOffline(true);
    const second = await context.newPage();
    await second.goto("/admin/orders/new");
    while (called.length < 20) called.push(await sellChips(called.length % 2 ? second : page));
    expect(new Set(called).size).toBe(20);
    await second.goto("/admin/orders");
    await expect(second.getByRole("article", { name: "A-1" }).first()).toBeVisible();
    await second.goto("/admin/kitchen");
    await expect(second.getByRole("link", { name: "A-20", exact: true })).toBeVisible();
    await second.close();
  });

  await test.step("signed out, the tablet says how many there are and nothing else", async () => {
    await page.goto("/admin/orders");
    await page.getByRole("button", { name: "Sign out" }).first().click();
    const asked = page.getByRole("alertdialog", { name: "Sign out with 20 unsent orders?" });
    await asked.getByRole("button", { name: "Sign out" }).click();
    await expect(
      page.getByText(`20 unsent orders of ${truck.name} are on this tablet`),
    ).toBeVisible();
    expect(await storedText(page)).not.toMatch(/Chips|A-1\b|@chuckwagon/);
  });

  await test.step("staff of another truck send none of them", async () => {
    await context.setOffline(false);
    await product.start();
    const stranger = await createAdmin(await createTruck(product));
    await openAs(page, stranger);
    await page.goto("/admin/orders");
    await expect(page.getByRole("heading", { name: "Orders", exact: true })).toBeVisible();
    await page.waitForTimeout(3_000);
    await expect(page.getByText(/on this tablet only|Sending/)).toBeHidden();
    expect(await ordersOf()).toEqual([]);
  });

  await test.step("a colleague sends each once, and a second tablet sees them", async () => {
    const colleague = await createAdmin(truck);
    await openAs(page, colleague);
    await page.goto("/admin/orders");
    await expect.poll(async () => (await ordersOf()).length, { timeout: 60_000 }).toBe(20);
    const orders = await ordersOf();
    expect(orders.map(({ offlineNumber }) => offlineNumber).sort()).toEqual([...called].sort());
    expect(orders.every(({ tender }) => tender === "cash")).toBe(true);
    expect(orders.every(({ flags }) => flags.includes("taken_offline"))).toBe(true);
    const { waitingCash } = await readAs<{ waitingCash: number }>(
      product,
      admin,
      `/drawer-sessions?truckId=${truck.id}`,
    );
    const sum = orders.reduce((cents, { total }) => cents + Math.round(total * 100), 0);
    expect(Math.round(waitingCash * 100)).toBe(sum);
    await expect(page.getByText(/on this tablet only|Sending/)).toBeHidden();
    const other = await newPage();
    await openAs(other, colleague);
    await other.goto("/admin/orders");
    await expect(other.getByText(/^A-20 · #\d+$/)).toBeVisible();
    await expect(other.getByText("Taken without a connection").first()).toBeVisible();
  });

  async function ordersOf(): Promise<Listed[]> {
    const { orders } = await readAs<{ orders: Listed[] }>(product, admin, "/orders?limit=50");
    return orders;
  }
});
