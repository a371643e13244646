import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  fillCustomer,
  payButton,
  payByCard,
} from "../harness/checkout.ts";
import { addToCart, goToCheckout, openCart, staffEdit } from "../harness/menu.ts";
import { dollars, totalOf } from "../harness/money.ts";
import { withoutNews } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

// A truck that no other journey changes or counts on.
const TRUCK = "seoul-fire";
const PATH = `/${TRUCK}`;
const KEPT = "Gimbap";
const CHANGED = "Kimchi Mandu";

test("a dish that sells out on the way to payment is taken out, and the rest can be bought", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const staff = staffEdit(product, TRUCK);
  await withoutNews(page);
  await page.goto(PATH);
  await addToCart(page, KEPT);
  await addToCart(page, CHANGED);
  await goToCheckout(page);
  await fillCustomer(page, { phone });

  await staff.sellOut(CHANGED);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: CHANGED })).toContainText("sold out");
  expect(await sandbox.intents()).toEqual([]);
  await staff.restock(CHANGED);

  await expect(page.getByRole("region", { name: "Order summary" })).not.toContainText(CHANGED);
  await continueToPayment(page, { phone });
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  const items = page.getByRole("region", { name: "Your Items" }).getByRole("listitem");
  await expect(items).toHaveText(new RegExp(KEPT));
});

test("a dish that sells out after the payment step opened is still cooked once it is paid", async ({
  page,
  product,
  phone,
}) => {
  const staff = staffEdit(product, TRUCK);
  await page.goto(PATH);
  await addToCart(page, CHANGED);
  await goToCheckout(page);
  await continueToPayment(page, { phone });
  await staff.sellOut(CHANGED);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expect(page.getByRole("region", { name: "Your Items" })).toContainText(CHANGED);
  await staff.restock(CHANGED);
});

test("a price that changed before the checkout is named, and the order goes through at the new one", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const staff = staffEdit(product, TRUCK);
  await staff.setPrice(KEPT, 600);
  await withoutNews(page);
  await page.goto(PATH);
  await addToCart(page, KEPT);
  await goToCheckout(page);
  await fillCustomer(page, { phone });

  await staff.setPrice(KEPT, 750);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Prices have changed. Please review your cart.")).toBeVisible();
  await expect(page.getByText(`${KEPT} is now $7.50 (was $6.00)`)).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);

  await continueToPayment(page, { phone });
  const { totalCents } = totalOf(750, 9.5);
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, amount_received: totalCents }]);
});

test("a cart that was left overnight says what changed when its truck is opened again", async ({
  page,
  product,
}) => {
  const staff = staffEdit(product, TRUCK);
  await staff.setPrice(KEPT, 600);
  await page.goto(PATH);
  await addToCart(page, KEPT);
  await addToCart(page, CHANGED);

  await staff.setPrice(KEPT, 800);
  await staff.sellOut(CHANGED);
  await page.reload();
  const drawer = await openCart(page);
  const alert = drawer.getByRole("alert");
  await expect(alert).toContainText(`${KEPT} is now $8.00 (was $6.00)`);
  await expect(alert).toContainText(`${CHANGED} is sold out`);
  await expect(drawer.getByRole("listitem").filter({ hasText: "Quantity" })).toHaveCount(0);
  await staff.restock(CHANGED);
});

test("a truck that stops taking orders while the page cannot hear of it takes no payment", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const staff = staffEdit(product, TRUCK);
  await withoutNews(page);
  await page.goto(PATH);
  await addToCart(page, KEPT);
  await goToCheckout(page);
  await fillCustomer(page, { phone });
  await staff.close("Out of charcoal until five.");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Out of charcoal until five.").first()).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);
  await staff.reopen();
});

test("a truck that stops taking orders says so on an open checkout", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const staff = staffEdit(product, TRUCK);
  await page.goto(PATH);
  await addToCart(page, KEPT);
  await goToCheckout(page);
  await fillCustomer(page, { phone });
  await staff.close("Out of charcoal until five.");
  await expect(page.getByText("Out of charcoal until five.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue to Payment" })).toBeDisabled();
  expect(await sandbox.intents()).toEqual([]);
  await staff.reopen();
  await expect(page.getByRole("button", { name: "Continue to Payment" })).toBeEnabled();
});
