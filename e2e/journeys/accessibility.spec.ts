import { expectNoBarriers } from "../harness/barriers.ts";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  payButton,
  payByCard,
} from "../harness/checkout.ts";
import { addToCart, openCart, openDish } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test("no screen of a purchase has a serious barrier", async ({ page, truck, phone }) => {
  test.slow();
  await page.goto("/");
  await expect(page.getByRole("link", { name: truck.name })).toBeVisible();
  await expectNoBarriers(page, "home");

  await page.goto(truck.path);
  await openDish(page, "Garden Burrito");
  await expectNoBarriers(page, "options dialog");
  await page.keyboard.press("Escape");
  await addToCart(page, "Garden Burrito", { options: ["Carnitas"] });
  await expectNoBarriers(page, "truck");

  const drawer = await openCart(page);
  await expectNoBarriers(page, "cart drawer");
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expectNoBarriers(page, "customer info with errors");

  await continueToPayment(page, { phone });
  await expect(payButton(page)).toBeEnabled();
  await expectNoBarriers(page, "payment");
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expect(page.getByText("SMS confirmation sent")).toBeVisible();
  await expectNoBarriers(page, "confirmation");
});

test("no dead end has a serious barrier", async ({ page }) => {
  for (const path of [
    "/no-such-truck",
    "/truck",
    "/spicy-burritos/checkout",
    "/spicy-burritos/order-confirmation",
    "/spicy-burritos/order-confirmation?payment_intent=pi_unknown",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    await expectNoBarriers(page, path);
  }
});
