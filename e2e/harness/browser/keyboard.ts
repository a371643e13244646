import type { Locator, Page } from "@playwright/test";

const TOO_MANY_TABS = 150;

/** Presses Tab until the focus is there, as someone without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < TOO_MANY_TABS; pressed += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} cannot be reached with the Tab key.`);
}

export async function press(page: Page, target: Locator, key: "Enter" | "Space"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => element.ownerDocument.hasFocus() && element.matches(":focus"),
  );
}
