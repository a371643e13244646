import type { Locator, Page } from "@playwright/test";
import { enterAsAdminOf, menuOf, newTruck } from "../harness/arrange.ts";
import { expect, test } from "../harness/test.ts";

/** Customers see dishes by section; within one, the order is the menu's. */
const NAMES = ["Jalapeño Poppers", "Brisket Plate", "Pulled Pork Roll", "Iced Tea"];
const DISHES = NAMES.map((name) => ({ name, section: "Everything" }));

test("buttons and keys put the menu in another order, which customers see", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await page.getByRole("button", { name: "Change Order" }).click();
  await page.getByRole("button", { name: "Move Brisket Plate up" }).click();
  await expect(page.getByText("Brisket Plate is now number 1 of 4.")).toBeAttached();
  await page.getByRole("button", { name: "Move Iced Tea up" }).focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("Iced Tea is now number 1 of 4.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Iced Tea up" })).toBeFocused();
  const wanted = ["Iced Tea", "Brisket Plate", "Jalapeño Poppers", "Pulled Pork Roll"];
  await expectOrder(orderRows(page), wanted);
  await expect
    .poll(async () => (await menuOf(product, truck)).map(({ name }) => name))
    .toEqual(wanted);
  await page.goto(`/${truck.slug}`);
  const cards = page.getByRole("main").getByRole("listitem").getByRole("heading");
  await expect(cards).toHaveText(wanted);
});

test("a dish is dragged to its place", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await page.getByRole("button", { name: "Change Order" }).click();
  const row = (name: string) => orderRows(page).filter({ hasText: name });
  const target = await row("Jalapeño Poppers").boundingBox();
  const saved = page.waitForResponse("**/api/menu-items/order");
  await row("Iced Tea").dragTo(row("Jalapeño Poppers"), {
    targetPosition: { x: (target?.width ?? 0) / 2, y: 4 },
  });
  await expectOrder(orderRows(page), [
    "Iced Tea",
    "Jalapeño Poppers",
    "Brisket Plate",
    "Pulled Pork Roll",
  ]);
  expect((await saved).status()).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Iced Tea");
});

function orderRows(page: Page): Locator {
  return page.getByRole("list", { name: "Menu items in order" }).getByRole("listitem");
}

async function expectOrder(rows: Locator, names: readonly string[]): Promise<void> {
  await expect(rows).toHaveText(names.map((name) => new RegExp(name)));
}
