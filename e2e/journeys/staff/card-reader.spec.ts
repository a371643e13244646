import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs, readAs } from "../../harness/product/accounts.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { changeTruckSettings } from "../../harness/product/own-trucks.ts";
import { expect, test } from "../../harness/test.ts";

const CHIPS = totalOf(650).totalCents;
const TIP = 100;
const ADDRESS = { line1: "12 Alder St", city: "Portland", state: "OR", postalCode: "97209" };
const DECLINED = "4000000000000002";
const WAITING = "Tap, insert or swipe on";

/** Charges an order of chips in three presses, as many as for cash: the item, the tender, the sum. */
async function charge(page: Page, reader: string): Promise<void> {
  await page.getByRole("button", { name: /^Chips and Salsa/ }).click();
  await payByCard(page, reader);
}

async function payByCard(page: Page, reader: string): Promise<void> {
  const order = page.getByRole("region", { name: "This order" });
  await order.getByRole("button", { name: "Card", exact: true }).click();
  await order.getByRole("button", { name: `Charge ${dollars(CHIPS)} on ${reader}` }).click();
  await expect(page.getByText(`${WAITING} ${reader}`)).toBeVisible();
}

test("a card is taken on a reader that was just registered: declined, cancelled, tipped, and refunded", async ({
  page,
  newPage,
  product,
  truck,
  admin,
  sandbox,
}) => {
  const reader = `Window ${truck.id.slice(-6)}`;
  await changeTruckSettings(truck, { takesTips: true, businessAddress: ADDRESS });
  await openAs(page, admin);

  await test.step("the reader is registered by its code", async () => {
    await page.goto("/admin/devices");
    await page.getByRole("button", { name: "Register a reader" }).click();
    const dialog = page.getByRole("dialog", { name: "Register a reader" });
    await dialog.getByLabel("Registration code").fill("simulated-wpe");
    await dialog.getByLabel("Name").fill(reader);
    await dialog.getByRole("button", { name: "Register", exact: true }).click();
    await expect(page.getByRole("row", { name: new RegExp(`^${reader} Online`) })).toBeVisible();
    await expectNoBarriers(page, "devices");
  });

  await test.step("a card is declined, and the customer gives up on the reader", async () => {
    await page.goto("/admin/orders/new");
    await charge(page, reader);
    await expectNoBarriers(page, "card payment");
    await sandbox.pressReader(reader, { action: "tap", card: DECLINED });
    await expect(page.getByText("The card was declined")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(`${WAITING} ${reader}`)).toBeVisible();
    // Stored before the reader is asked, so the customer may be told a moment too early.
    await expect(async () => sandbox.pressReader(reader, { action: "cancel" })).toPass();
    await expect(page.getByText("Cancelled on the reader")).toBeVisible();
  });

  await test.step("a reloaded tablet finds its payment, a second one sees and cancels it", async () => {
    await page.reload();
    await expect(page.getByText("Cancelled on the reader")).toBeVisible();
    const second = await newPage();
    await openAs(second, admin);
    await second.goto("/admin/orders/new");
    await second.getByRole("button", { name: "Show", exact: true }).click();
    const dialog = second.getByRole("dialog", { name: "Card payment" });
    await dialog.getByRole("button", { name: "Cancel payment" }).click();
    const order = page.getByRole("region", { name: "This order" });
    await expect(order.getByRole("list", { name: "Items" })).toContainText("Chips and Salsa");
    const { total } = await readAs<{ total: number }>(product, admin, "/orders");
    expect(total).toBe(0);
  });

  await test.step("the card is charged with the tip of the reader", async () => {
    await payByCard(page, reader);
    await sandbox.pressReader(reader, { action: "tap", tip: TIP });
    await expect(page.getByText(`${dollars(CHIPS + TIP)} paid by card on ${reader}`)).toBeVisible();
    await expect(page.getByText(`Tip of ${dollars(TIP)} included`)).toBeVisible();
    const { orders } = await readAs<{ orders: { tender: string; total: number }[] }>(
      product,
      admin,
      "/orders",
    );
    expect(orders.map(({ tender, total }) => [tender, total])).toEqual([
      ["reader", (CHIPS + TIP) / 100],
    ]);
  });

  await test.step("it goes back to the card", async () => {
    await page.getByRole("link", { name: "Open order" }).click();
    await expect(page.getByText(/^Card reader: .* Visa ···· 4242/)).toBeVisible();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Refund" });
    await drawer.getByRole("button", { name: /^Everything/ }).click();
    await drawer.getByRole("button", { name: "Quality" }).click();
    await drawer.getByRole("button", { name: `Refund ${dollars(CHIPS + TIP)}` }).click();
    await expect(page.getByRole("list", { name: "Refunds" }).getByText("Sent")).toBeVisible();
  });

  await test.step("on a phone it is as quick, and fits", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/admin/orders/new");
    await page.getByRole("button", { name: /^Chips and Salsa/ }).click();
    await page.getByRole("button", { name: "Card", exact: true }).click();
    await page.getByRole("button", { name: /^Charge/ }).click();
    await expect(page.getByText(`${WAITING} ${reader}`)).toBeVisible();
    await expectNoSideScroll(page);
    await page.getByRole("button", { name: "Take cash" }).click();
    await page.getByRole("button", { name: "Exact" }).click();
    await expect(page.getByText(`${dollars(CHIPS)} paid in cash`)).toBeVisible();
  });
});
