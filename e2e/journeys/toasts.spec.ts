import type { Page } from "@playwright/test";
import { stopTime } from "../harness/clock.ts";
import { takenOver } from "../harness/layout.ts";
import { addToCart, menuCard, notifications } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test("at most two toasts are up, the oldest gives way, and each leaves by itself", async ({
  page,
}) => {
  await openMenu(page);
  const toasts = notifications(page).getByRole("button", { name: "Dismiss notification" });
  await addToCart(page, "Chips and Guacamole");
  await addToCart(page, "Pork Tamale");
  await addToCart(page, "Frijoles Charros");
  await page.clock.runFor(1_000);
  await expect(toasts).toHaveCount(2);
  await expect(notifications(page)).not.toContainText("Chips and Guacamole");
  await expect(notifications(page)).toContainText("Pork Tamale");

  // Away from the toasts: one under the pointer stays.
  await page.mouse.move(0, 0);
  await page.clock.resume();
  await expect(toasts).toHaveCount(0);
});

test("a toast that leads to the cart opens it, and does not outlive the way there", async ({
  page,
}) => {
  await openMenu(page);
  await addToCart(page, "Chips and Guacamole");
  await addToCart(page, "Pork Tamale");
  await notifications(page).getByRole("button", { name: "View cart" }).first().click();
  await page.clock.resume();
  const drawer = page.getByRole("dialog", { name: "Your cart" });
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await expect(page.getByLabel("Pickup time")).toBeVisible();
  await expect(notifications(page).getByRole("button")).toHaveCount(0, { timeout: 2_000 });
});

/** The menu with its clock standing: a toast waits for a slow machine. */
async function openMenu(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/spicy-burritos");
  await takenOver(menuCard(page, "Chips and Guacamole"));
  await stopTime(page);
}
