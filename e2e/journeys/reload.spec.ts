import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  fillCustomer,
  orderNumberOf,
  payButton,
  payByCard,
  timeOfDay,
} from "../harness/checkout.ts";
import { glimpse } from "../harness/glimpse.ts";
import { addToCart, cartButton, goToCheckout, openCart } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test("a reload at any step loses nothing and pays once", async ({ page, sandbox, phone }) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "The Portland", { options: ["Carnitas", "Hot"] });
  await page.reload();
  const drawer = await openCart(page);
  await expect(drawer).toContainText("Carnitas, Hot");
  await page.keyboard.press("Escape");

  await goToCheckout(page);
  const pickupTime = timeOfDay(90);
  await fillCustomer(page, { phone, name: "Rosa Parker", pickupTime });
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rosa Parker");
  await expect(page.getByLabel("Pickup time")).toHaveValue(pickupTime);

  await continueToPayment(page, { phone });
  await page.reload();
  await expect(payButton(page)).toBeVisible();
  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  const number = await orderNumberOf(page);

  await page.reload();
  await expectConfirmed(page);
  expect(await orderNumberOf(page)).toBe(number);
  expect(await sandbox.payableIntents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});

test("going back after the order shows an empty cart, not a second payment", async ({
  page,
  sandbox,
  phone,
}) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await goToCheckout(page);
  await continueToPayment(page, { phone });
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);

  await page.goto("/spicy-burritos/checkout");
  await expect(page.getByRole("heading", { name: /cart is empty/i })).toBeVisible();
  await page.goto("/spicy-burritos");
  await expect(cartButton(page)).toHaveAccessibleName(/0 items/);
  expect(await sandbox.intents()).toHaveLength(1);
});

test("a reload while the redirect is pending says that the payment is already completed", async ({
  page,
  sandbox,
  phone,
}) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await goToCheckout(page);
  await continueToPayment(page, { phone });
  const [intent] = await sandbox.intents();
  await sandbox.pay(intent?.id ?? "");
  const told = glimpse(page, "Payment already completed!");
  await page.reload();
  await told;
  expect(await expectConfirmed(page)).toBe(intent?.id);
});
