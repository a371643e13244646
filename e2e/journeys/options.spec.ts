import { cartButton, openDish, option } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test("a required choice is asked for before the dish goes into the cart", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await openDish(page, "The Portland");
  const dialog = page.getByRole("dialog", { name: "The Portland" });
  const add = dialog.getByRole("button", { name: /^Add to cart/ });
  await expect(add).toContainText("$11.50");
  await add.click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("Please choose one more")).toBeVisible();

  await option(dialog, "Carne asada").check();
  await expect(add).toContainText("$13.50");
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(cartButton(page)).toHaveAccessibleName(/1 item\b/);
});

test("a group takes no more than its maximum and no less than its minimum", async ({ page }) => {
  await page.goto("/test-truck");
  await openDish(page, "Snappy Dog");
  const dialog = page.getByRole("dialog", { name: "Snappy Dog" });
  const add = dialog.getByRole("button", { name: /^Add to cart/ });
  await option(dialog, "Relish").check();
  await add.click();
  await expect(dialog.getByText("Please choose one more")).toBeVisible();

  await option(dialog, "Sauerkraut").check();
  await option(dialog, "Crisp onions").check();
  await expect(option(dialog, "Yellow mustard")).toBeDisabled();
  await option(dialog, "Relish").uncheck();
  await expect(option(dialog, "Yellow mustard")).toBeEnabled();
  await add.click();
  await expect(cartButton(page)).toHaveAccessibleName(/1 item\b/);
});

test("an option that is sold out cannot be chosen", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await openDish(page, "The Portland");
  const dialog = page.getByRole("dialog", { name: "The Portland" });
  await expect(option(dialog, "Baja shrimp")).toBeDisabled();
  await expect(dialog.getByText(/sold out/i)).toBeVisible();
});
