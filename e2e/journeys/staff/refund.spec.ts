import type { Locator, Page } from "@playwright/test";
import { openAs } from "../../harness/product/accounts.ts";
import { PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { type OwnOrder, placeOrder } from "../../harness/product/orders.ts";
import type { Sandbox } from "../../harness/product/sandbox.ts";
import { openOrdersBoard, orderCard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const ORDER = { items: [{ name: PLAIN_ITEM, quantity: 2 }] };
const TOTAL = totalOf(2 * 650).totalCents;
const ONE_PIECE = totalOf(650).totalCents;

interface ProviderRefund {
  payment_intent: string;
  amount: number;
}

/** What the provider has sent back of the order's payment, in cents. */
async function sentBack(sandbox: Sandbox, { paymentIntentId }: OwnOrder): Promise<number[]> {
  const refunds = (await sandbox.ledger()).refunds as ProviderRefund[];
  return refunds
    .filter(({ payment_intent }) => payment_intent === paymentIntentId)
    .map(({ amount }) => amount)
    .sort((a, b) => a - b);
}

async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Refund" });
  await expect(drawer).toBeVisible();
  return drawer;
}

async function sendRefund(drawer: Locator, cents: number): Promise<void> {
  await drawer.getByRole("button", { name: `Refund ${dollars(cents)}` }).click();
  await expect(drawer).toBeHidden();
}

test("an item and then the rest are refunded, and customer, provider and ledger agree", async ({
  page,
  newPage,
  truck,
  superadmin,
  sandbox,
  phone,
}) => {
  const order = await placeOrder(truck, { ...ORDER, phone });
  const customer = await newPage();
  await customer.goto(order.trackingPath);
  const receipt = customer.getByRole("region", { name: "Your receipt" });
  await expect(receipt).toContainText(dollars(TOTAL));
  await openAs(page, superadmin, truck);
  await page.goto("/admin/orders");
  await page.getByRole("link", { name: `#${order.orderNumber}`, exact: true }).click();
  const refunds = page.getByRole("list", { name: "Refunds" });

  await test.step("one of two items, with its tax", async () => {
    const drawer = await openDrawer(page);
    await drawer.getByRole("checkbox", { name: PLAIN_ITEM }).check();
    await drawer.getByRole("button", { name: `Decrease quantity of ${PLAIN_ITEM}` }).click();
    await drawer.getByRole("button", { name: "Other" }).click();
    await drawer.getByLabel("What happened").fill("The chips were stale");
    await sendRefund(drawer, ONE_PIECE);
    await expect(refunds.getByText(`1 × ${PLAIN_ITEM}`)).toBeVisible();
    await expect.poll(() => sentBack(sandbox, order)).toEqual([ONE_PIECE]);
    await expect(page.getByText("Partly refunded")).toBeVisible();
    await expect(receipt).toContainText(`Refunded−${dollars(ONE_PIECE)}`);
    await expect.poll(() => sandbox.texts(phone)).toHaveLength(2);
  });

  await test.step("all that is left", async () => {
    const drawer = await openDrawer(page);
    const rest = TOTAL - ONE_PIECE;
    await drawer.getByRole("button", { name: "Refund an amount instead" }).click();
    await drawer.getByLabel("Amount", { exact: true }).fill((rest / 100).toFixed(2));
    await drawer.getByRole("button", { name: "Quality" }).click();
    await sendRefund(drawer, rest);
    await expect.poll(() => sentBack(sandbox, order)).toEqual([rest, ONE_PIECE].sort());
    await expect(refunds.getByText("Sent")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeHidden();
    await expect(receipt).toContainText(`Refunded−${dollars(TOTAL)}`);
  });

  await page.goto("/admin/ledger");
  const entry = page
    .getByRole("row")
    .filter({ hasText: truck.name })
    .filter({ hasText: `#${order.orderNumber}` });
  // Paid and refunded.
  await expect(entry.getByText(dollars(TOTAL))).toHaveCount(2);
});

test("a cancelled order is refunded in full, once", async ({
  page,
  newPage,
  truck,
  admin,
  sandbox,
}) => {
  const order = await placeOrder(truck, ORDER);
  const customer = await newPage();
  await customer.goto(order.trackingPath);
  await openOrdersBoard(page, admin, "?status=all");
  const card = orderCard(page, order);
  await card.getByRole("button", { name: "Mark as Cancelled" }).click();
  await page.getByRole("button", { name: `Cancel and refund ${dollars(TOTAL)}` }).click();
  await expect(card.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(card.getByText("Refunded", { exact: true })).toBeVisible();
  expect(await sentBack(sandbox, order)).toEqual([TOTAL]);
  await expect(customer.getByText(`${dollars(TOTAL)} was refunded.`)).toBeVisible();
});
