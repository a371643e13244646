import {
  CARDS,
  expectConfirmed,
  fillCustomer,
  orderNumberOf,
  payButton,
  payByCard,
  timeOfDay,
} from "../../harness/screens/checkout.ts";
import { addToCart, cartButton, goToCheckout, openCart } from "../../harness/screens/menu.ts";
import { goToPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("a reload at any step loses nothing and pays once; afterwards the cart is empty", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await page.goto(truck.path);
  await addToCart(page, "Garden Burrito", { options: ["Carnitas", "Cheese"] });
  await page.reload();
  const drawer = await openCart(page);
  await expect(drawer).toContainText("Carnitas, Cheese");
  await page.keyboard.press("Escape");

  await goToCheckout(page);
  const pickupTime = timeOfDay(90);
  await fillCustomer(page, { phone, name: "Rosa Parker", pickupTime });
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rosa Parker");
  await expect(page.getByLabel("Pickup time")).toHaveValue(pickupTime);

  await goToPaymentStep(page);
  await page.reload();
  await expect(payButton(page)).toBeVisible();
  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  const number = await orderNumberOf(page);

  await page.reload();
  await expectConfirmed(page);
  expect(await orderNumberOf(page)).toBe(number);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);

  await page.goto(`${truck.path}/checkout`);
  await expect(page.getByRole("heading", { name: /cart is empty/i })).toBeVisible();
  await page.goto(truck.path);
  await expect(cartButton(page)).toBeHidden();
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});
