import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  payButton,
  payByCard,
} from "../harness/checkout.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { addToCart, openCart, openDish } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test.use({ viewport: { width: 360, height: 1000 }, hasTouch: true });

test("a whole purchase fits a phone of 360 pixels", async ({ page, phone }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  await expectNoSideScroll(page);

  await page.getByRole("link", { name: "Spicy Burritos" }).click();
  await openDish(page, "The Portland");
  await expect(page.getByRole("dialog", { name: "The Portland" })).toBeVisible();
  await expectNoSideScroll(page);
  await page.keyboard.press("Escape");
  await addToCart(page, "The Portland", { options: ["Roasted sweet potato", "Extra filling"] });
  await expectNoSideScroll(page);

  const drawer = await openCart(page);
  await expectNoSideScroll(page);
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expectNoSideScroll(page);

  await continueToPayment(page, { phone });
  await expect(payButton(page)).toBeVisible();
  await expectNoSideScroll(page);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expectNoSideScroll(page);
});

test("long names fit as well", async ({ page }) => {
  await page.goto("/leilas-falafel");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Grandmother Leila");
  await expectNoSideScroll(page);
  await addToCart(
    page,
    "Fried Cauliflower and Smoked Eggplant Wrap with Pomegranate, Pickles and Tahini",
    { options: ["Thin flatbread", "Extra falafel"] },
  );
  await openCart(page);
  await expectNoSideScroll(page);
});
