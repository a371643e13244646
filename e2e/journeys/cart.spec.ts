import { addToCart, cartButton, menuCard, openCart } from "../harness/menu.ts";
import { dollars, totalOf } from "../harness/money.ts";
import { expect, test } from "../harness/test.ts";

test("an empty cart has nothing to check out", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await expect(cartButton(page)).toHaveAccessibleName(/0 items/);
  const drawer = await openCart(page);
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Checkout" })).toBeDisabled();
});

test("quantities, equal lines and totals follow what is put in and taken out", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Horchata", { options: ["Large"] });
  await addToCart(page, "Horchata", { options: ["Large"] });
  await addToCart(page, "Horchata", { options: ["Regular"] });
  await expect(cartButton(page)).toHaveAccessibleName(/3 items/);

  const drawer = await openCart(page);
  const large = drawer.getByRole("listitem").filter({ hasText: "Large" });
  const regular = drawer.getByRole("listitem").filter({ hasText: "Regular" });
  await expect(large).toHaveCount(1);
  await expect(large).toContainText("$9.90");
  await large.getByRole("button", { name: "Increase quantity of Horchata" }).click();
  await expect(large).toContainText("$14.85");
  await expect(
    regular.getByRole("button", { name: "Decrease quantity of Horchata" }),
  ).toBeDisabled();

  const { taxCents, totalCents } = totalOf(3 * 495 + 395);
  await expect(drawer).toContainText(dollars(taxCents));
  await expect(drawer).toContainText(dollars(totalCents));

  await regular.getByRole("button", { name: "Remove Horchata" }).click();
  await large.getByRole("button", { name: "Remove Horchata" }).click();
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Checkout" })).toBeDisabled();
});

test("each truck has a cart of its own, which survives a reload", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await page.goto("/test-truck");
  await expect(cartButton(page)).toHaveAccessibleName(/0 items/);
  await addToCart(page, "Loaded Fries");
  await addToCart(page, "Chopped Salad");

  await page.goto("/spicy-burritos");
  await expect(cartButton(page)).toHaveAccessibleName(/1 item\b/);
  await page.reload();
  await expect(cartButton(page)).toHaveAccessibleName(/1 item\b/);
  await expect(await openCart(page)).toContainText("Chips and Guacamole");
});

test("what is sold out cannot be put into the cart", async ({ page }) => {
  await page.goto("/spicy-burritos");
  const card = menuCard(page, "Baja Fish Tacos");
  await expect(card).toContainText(/sold out/i);
  await expect(card.getByRole("button", { disabled: false })).toHaveCount(0);
});

test("the cart closes with Escape and gives the focus back", async ({ page }) => {
  await page.goto("/spicy-burritos");
  const drawer = await openCart(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
});
