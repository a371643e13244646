import { expect, type Locator, type Page } from "@playwright/test";

export interface Choice {
  /** Names of options, from any of the dish's groups. */
  options?: string[];
  quantity?: number;
  instructions?: string;
}

export function menuCard(page: Page, dish: string): Locator {
  const heading = page.getByRole("heading", { name: dish, exact: true });
  return page.getByRole("main").getByRole("listitem").filter({ has: heading });
}

/** Puts a dish into the cart as a customer would; one with options needs them named, if only as []. */
export async function addToCart(page: Page, dish: string, choice: Choice = {}): Promise<void> {
  if (choice.options) {
    await openDish(page, dish);
    await fillDialog(page.getByRole("dialog", { name: dish }), dish, choice);
  } else {
    const card = menuCard(page, dish);
    await setQuantity(card, dish, choice.quantity);
    await card.getByRole("button", { name: /^Add to cart/ }).click();
  }
  await expect(notifications(page)).toContainText(dish);
}

export function openDish(page: Page, dish: string): Promise<void> {
  return menuCard(page, dish)
    .getByRole("button", { name: /^Choose options/ })
    .click();
}

export function option(dialog: Locator, name: string): Locator {
  // The name may go on with what the option costs.
  const starts = { name: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`) };
  return dialog.getByRole("radio", starts).or(dialog.getByRole("checkbox", starts));
}

async function fillDialog(dialog: Locator, dish: string, choice: Choice): Promise<void> {
  for (const name of choice.options ?? []) await option(dialog, name).check();
  await setQuantity(dialog, dish, choice.quantity);
  if (choice.instructions) {
    await dialog.getByLabel("Special instructions (optional)").fill(choice.instructions);
  }
  await dialog.getByRole("button", { name: /^Add to cart/ }).click();
  await expect(dialog).toBeHidden();
}

async function setQuantity(within: Locator, dish: string, quantity = 1): Promise<void> {
  const more = within.getByRole("button", { name: `Increase quantity of ${dish}` });
  for (let count = 1; count < quantity; count += 1) await more.click();
}

export function cartButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Cart/ });
}

export function notifications(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" });
}

export async function openCart(page: Page): Promise<Locator> {
  await cartButton(page).click();
  const drawer = page.getByRole("dialog", { name: "Your cart" });
  await expect(drawer).toBeVisible();
  return drawer;
}

export async function goToCheckout(page: Page): Promise<void> {
  const drawer = await openCart(page);
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
}
