import type { Page } from "@playwright/test";
import { setDeviceClock } from "../../harness/browser/clock.ts";
import { setStorageFull, storedText, untilStaffAppIsKept } from "../../harness/browser/offline.ts";
import {
  type Account,
  createAdmin,
  endSessionsElsewhere,
  openAs,
  readAs,
  signInOnScreen,
} from "../../harness/product/accounts.ts";
import { createTruck } from "../../harness/product/own-trucks.ts";
import type { Product } from "../../harness/product/product.ts";
import { payChips, sellChips } from "../../harness/screens/counter.ts";
import { expect, test } from "../../harness/test.ts";

interface Listed {
  _id: string;
  offlineNumber: string | null;
  createdAt: string;
  total: number;
  flags: string[];
}

/** The oldest first. */
async function ordersOf(product: Product, account: Account, filter = ""): Promise<Listed[]> {
  const path = `/orders?limit=50&sortOrder=asc${filter}`;
  return (await readAs<{ orders: Listed[] }>(product, account, path)).orders;
}

const numbersOf = (orders: Listed[]) => orders.map(({ offlineNumber }) => offlineNumber);

async function openCounter(page: Page, account: Account): Promise<void> {
  await openAs(page, account);
  await page.goto("/admin/orders/new");
  await expect(page.getByRole("button", { name: /^Chips and Salsa/ })).toBeVisible();
  await untilStaffAppIsKept(page);
}

test("orders outlive a session that has ended, are nothing to the next user, and are sent once each", async ({
  page,
  context,
  product,
  truck,
  admin,
}) => {
  // On the screen, because a session that the harness keeps would lie in the storage.
  await signInOnScreen(page, admin);
  await page.goto("/admin/orders/new");
  await untilStaffAppIsKept(page);
  await context.setOffline(true);
  await page.getByLabel("Name (optional)").fill("Wilhelmina");
  const called = [await sellChips(page)];
  const elsewhere = await endSessionsElsewhere(product, admin);

  await test.step("the session has ended, and the tablet sells on until it hears of that", async () => {
    called.push(await sellChips(page), await sellChips(page));
    await context.setOffline(false);
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await expect(
      page.getByText(`3 unsent orders of ${truck.name} are on this tablet`),
    ).toBeVisible();
    expect(await ordersOf(product, elsewhere)).toEqual([]);
  });

  await test.step("another user sells here, and reads and sends nothing of them", async () => {
    const stranger = await createAdmin(await createTruck(product));
    await signInOnScreen(page, stranger, "/admin/orders/new");
    await untilStaffAppIsKept(page);
    await context.setOffline(true);
    const own = await sellChips(page);
    await expect(page.getByText("1 order is on this tablet only.")).toBeVisible();
    await page.getByRole("button", { name: "Show orders" }).click();
    const drawer = page.getByRole("dialog", { name: "Orders on this tablet" });
    await expect(drawer.getByText(own, { exact: true })).toHaveCount(1);
    await expect(drawer.getByText(/^[A-Z]+-\d+$/)).toHaveCount(1);
    await page.keyboard.press("Escape");
    await context.setOffline(false);
    // All that this user may send has been sent.
    await expect.poll(async () => numbersOf(await ordersOf(product, stranger))).toEqual([own]);
    await expect(page.getByText(/on this tablet only|Sending/)).toBeHidden();
    expect(await ordersOf(product, elsewhere)).toEqual([]);
    const stored = await storedText(page);
    expect(stored).toContain(stranger.email);
    expect(stored).not.toContain(admin.email);
    expect(stored).not.toContain("Wilhelmina");
  });

  await test.step("the first user signs in again, and each is sent once", async () => {
    await page.goto("/admin/orders");
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await expect(
      page.getByText(`3 unsent orders of ${truck.name} are on this tablet`),
    ).toBeVisible();
    await signInOnScreen(page, admin);
    await expect
      .poll(async () => numbersOf(await ordersOf(product, elsewhere)), { timeout: 60_000 })
      .toEqual(called);
    await page.goto("/admin/orders");
    await expect(page.getByText(/^A-1 · #\d+$/)).toBeVisible();
    await expect(page.getByText("Wilhelmina").first()).toBeVisible();
    await expect(page.getByText(/on this tablet only|Sending/)).toBeHidden();
    expect(numbersOf(await ordersOf(product, elsewhere))).toEqual(called);
    const { waitingCash } = await readAs<{ waitingCash: number }>(
      product,
      elsewhere,
      `/drawer-sessions?truckId=${truck.id}`,
    );
    const orders = await ordersOf(product, elsewhere);
    const cents = orders.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
    expect(Math.round(waitingCash * 100)).toBe(cents);
  });
});

test.describe("a clock that is wrong by an hour", () => {
  // The pages' clock of the harness is the server's, too.
  test.use({ pageClock: "native" });

  const HOUR_MS = 3_600_000;
  for (const [what, aheadMs, hourNow] of [
    ["fast", HOUR_MS, 23],
    ["slow", -HOUR_MS, 0],
  ] as const) {
    test(`a tablet whose clock is an hour ${what} sells on the right day`, async ({
      page,
      context,
      product,
      newPage,
    }) => {
      // The truck's day is another one by the tablet's clock than it is.
      const timezone = zoneWhereItIs(hourNow);
      const truck = await createTruck(product, { timezone });
      const admin = await createAdmin(truck);
      await setDeviceClock(context, aheadMs);
      await openCounter(page, admin);
      const began = Date.now();
      await context.setOffline(true);
      const called = [await sellChips(page)];
      await page.reload();
      await expect(page.getByText("1 order is on this tablet only.")).toBeVisible();
      called.push(await sellChips(page));
      const ended = Date.now();
      await context.setOffline(false);
      await expect.poll(async () => numbersOf(await ordersOf(product, admin))).toEqual(called);

      const orders = await ordersOf(product, admin);
      for (const { createdAt, flags } of orders) {
        expect(flags).toContain("clock_differs");
        // The server says its time in whole seconds.
        expect(Date.parse(createdAt)).toBeGreaterThan(began - 3_000);
        expect(Date.parse(createdAt)).toBeLessThan(ended + 3_000);
      }
      const days = new Set(orders.map(({ createdAt }) => dayIn(timezone, Date.parse(createdAt))));
      for (const day of days) {
        const ofDay = await ordersOf(product, admin, `&from=${day}&to=${day}`);
        const expected = orders.filter((o) => dayIn(timezone, Date.parse(o.createdAt)) === day);
        expect(numbersOf(ofDay)).toEqual(numbersOf(expected));
      }
      const owner = await newPage();
      await openAs(owner, admin);
      await owner.goto(`/admin/orders/${orders[0]?._id}`);
      await expect(owner.getByText("The clock of the tablet was wrong")).toBeVisible();
    });
  }

  /** A time zone of whole hours in which it is now this hour of the day. */
  function zoneWhereItIs(hour: number): string {
    const ahead = (hour - new Date().getUTCHours() + 24) % 24;
    const east = ahead <= 12 ? ahead : ahead - 24;
    // These zones are named by the hours to add for UTC.
    return east === 0 ? "Etc/GMT" : `Etc/GMT${east > 0 ? `-${east}` : `+${-east}`}`;
  }

  function dayIn(timeZone: string, at: number): string {
    return new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
  }
});

test("a tablet without room acknowledges no sale, says what to do, and loses and doubles nothing", async ({
  page,
  context,
  product,
  admin,
}) => {
  await openCounter(page, admin);
  await context.setOffline(true);
  const called = [await sellChips(page)];

  await test.step("the browser refuses to write", async () => {
    await setStorageFull(page, true);
    await payChips(page);
    await expect(page.getByText(/the storage of this tablet is full.*make room/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Order taken" })).toBeHidden();
    await expect(page.getByText("1 order is on this tablet only.")).toBeVisible();
    const order = page.getByRole("region", { name: "This order" });
    await expect(order.getByRole("button", { name: "Remove Chips and Salsa" })).toBeVisible();
  });

  await test.step("with the network, what was kept is sent, and is kept no more", async () => {
    await context.setOffline(false);
    await expect.poll(async () => numbersOf(await ordersOf(product, admin))).toEqual(called);
    await expect(page.getByText(/on this tablet only|Sending/)).toBeHidden();
    await context.setOffline(true);
  });

  await test.step("with room again, the same order is taken", async () => {
    await setStorageFull(page, false);
    const order = page.getByRole("region", { name: "This order" });
    await order.getByRole("button", { name: "Cash" }).click();
    await order.getByRole("button", { name: "Exact" }).click();
    const number = page.getByRole("region", { name: "Order taken" }).locator("strong").first();
    await expect(number).toHaveText(/^A-\d+$/);
    called.push((await number.textContent()) ?? "");
    await context.setOffline(false);
    await expect.poll(async () => numbersOf(await ordersOf(product, admin))).toEqual(called);
    await page.goto("/admin/orders");
    await expect(page.getByText(/^A-1 · #\d+$/)).toBeVisible();
    expect(await ordersOf(product, admin)).toHaveLength(2);
  });
});
