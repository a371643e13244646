import { expect, type Locator, type Page } from "@playwright/test";

export interface Choice {
  /** Names of options, from any of the menu item's groups; one that is taken several times is named as often. */
  options?: string[];
  quantity?: number;
  instructions?: string;
}

export function menuCard(page: Page, menuItem: string): Locator {
  const heading = page.getByRole("heading", { name: menuItem, exact: true });
  return page.getByRole("main").getByRole("listitem").filter({ has: heading });
}

/** Puts a menu item into the cart as a customer would; one with options needs them named, if only as []. */
export async function addToCart(page: Page, menuItem: string, choice: Choice = {}): Promise<void> {
  if (choice.options) {
    await openMenuItem(page, menuItem);
    await fillDialog(page.getByRole("dialog", { name: menuItem }), menuItem, choice);
  } else {
    const card = menuCard(page, menuItem);
    await setQuantity(card, menuItem, choice.quantity);
    await card.getByRole("button", { name: /^Add to cart/ }).click();
  }
  await expect(notifications(page)).toContainText(menuItem);
}

export function openMenuItem(page: Page, menuItem: string): Promise<void> {
  return menuCard(page, menuItem)
    .getByRole("button", { name: /^Choose options/ })
    .click();
}

export function option(dialog: Locator, name: string): Locator {
  // The name may go on with what the option costs.
  const starts = { name: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`) };
  return dialog.getByRole("radio", starts).or(dialog.getByRole("checkbox", starts));
}

async function fillDialog(dialog: Locator, menuItem: string, choice: Choice): Promise<void> {
  const options = choice.options ?? [];
  for (const name of new Set(options)) {
    await option(dialog, name).check();
    await setQuantity(dialog, name, options.filter((one) => one === name).length);
  }
  await setQuantity(dialog, menuItem, choice.quantity);
  if (choice.instructions) {
    await dialog.getByLabel("Special instructions (optional)").fill(choice.instructions);
  }
  await dialog.getByRole("button", { name: /^Add to cart/ }).click();
  await expect(dialog).toBeHidden();
}

async function setQuantity(within: Locator, menuItem: string, quantity = 1): Promise<void> {
  const more = within.getByRole("button", { name: `Increase quantity of ${menuItem}` });
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
