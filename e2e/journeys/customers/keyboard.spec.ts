import type { Page } from "@playwright/test";
import { press, tabTo, type } from "../../harness/browser/keyboard.ts";
import {
  addressFrame,
  CARDS,
  cardFrame,
  expectPaidOnce,
  payButton,
  timeOfDay,
} from "../../harness/screens/checkout.ts";
import { cartButton, menuCard, option } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

test("a whole purchase needs no mouse", async ({ page, truck, sandbox, phone }) => {
  await page.goto("/");
  await press(page, page.getByRole("link", { name: truck.name }), "Enter");

  const choose = menuCard(page, "Garden Burrito").getByRole("button", { name: /^Choose options/ });
  await press(page, choose, "Enter");
  const dialog = page.getByRole("dialog", { name: "Garden Burrito" });
  await expect(dialog).toBeVisible();
  for (let pressed = 0; pressed < 15; pressed += 1) {
    await page.keyboard.press("Tab");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(choose).toBeFocused();

  await page.keyboard.press("Enter");
  await tabTo(page, option(dialog, "Grilled chicken"));
  await page.keyboard.press("ArrowDown");
  await expect(option(dialog, "Carnitas")).toBeChecked();
  await press(page, option(dialog, "Guacamole"), "Space");
  await expect(option(dialog, "Guacamole")).toBeChecked();
  await press(page, dialog.getByRole("button", { name: /^Add to cart/ }), "Enter");
  await expect(dialog).toBeHidden();
  await expect(choose).toBeFocused();

  await press(page, cartButton(page), "Enter");
  const drawer = page.getByRole("dialog", { name: "Your cart" });
  await press(page, drawer.getByRole("button", { name: "Checkout" }), "Space");

  await type(page, page.getByLabel("Name", { exact: true }), "Rosa Parker");
  await type(page, page.getByLabel("Phone", { exact: true }), phone);
  await press(page, page.getByRole("button", { name: "Later", exact: true }), "Enter");
  await type(page, page.getByLabel("Pickup time"), spokenTime(timeOfDay(60)));
  await press(page, page.getByRole("button", { name: "Continue to Payment" }), "Enter");

  await payWithKeys(page);
  await expectPaidOnce(page, sandbox);
  await press(page, page.getByRole("link", { name: "Browse Food Trucks" }), "Enter");
  await expect(page.getByRole("heading", { name: "Available Food Trucks" })).toBeVisible();
});

async function payWithKeys(page: Page): Promise<void> {
  const card = cardFrame(page);
  await type(page, card.getByLabel("Card number"), CARDS.good);
  await type(page, card.getByLabel("Expiration date"), "1234");
  await type(page, card.getByLabel("Security code"), "123");
  const address = addressFrame(page);
  await type(page, address.getByLabel("Full name"), "Rosa Parker");
  await type(page, address.getByLabel("Address line 1"), "510 Townsend Street");
  await type(page, address.getByLabel("City"), "Portland");
  await type(page, address.getByLabel("State"), "Oregon");
  await type(page, address.getByLabel("ZIP code"), "97205");
  await expect(payButton(page)).toBeEnabled();
  await press(page, payButton(page), "Enter");
}

/** 18:05 as an American time field takes it from the keyboard: 0605PM. */
function spokenTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const digits = [hour % 12 || 12, minute].map((part) => String(part).padStart(2, "0"));
  return digits.join("") + (hour < 12 ? "AM" : "PM");
}
