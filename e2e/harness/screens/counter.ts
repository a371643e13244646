/** The counter, as staff use it at the window. */
import { expect, type Page } from "@playwright/test";

/** Puts a bag of chips on the order and says that it was paid in cash; what comes of it is for the test to see. */
export async function payChips(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Chips and Salsa/ }).click();
  const order = page.getByRole("region", { name: "This order" });
  await order.getByRole("button", { name: "Cash" }).click();
  await order.getByRole("button", { name: "Exact" }).click();
}

/** Takes a bag of chips in cash on a tablet without network, and gives what is called out. */
export async function sellChips(page: Page): Promise<string> {
  await payChips(page);
  const number = page.getByRole("region", { name: "Order taken" }).locator("strong").first();
  await expect(number).toHaveText(/^[A-Z]+-\d+$/);
  const called = (await number.textContent()) ?? "";
  await page.getByRole("button", { name: "Next order" }).click();
  return called;
}
