import type { Locator, Page } from "@playwright/test";
import { watchConsole } from "../../harness/browser/console.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { getMenuItem } from "../../harness/product/menu-items.ts";
import { totalOf } from "../../harness/product/money.ts";
import { menuCard, openCart, option } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

test("a menu item with two option groups is created, ordered from and sold out in part", async ({
  page,
  newPage,
  truck,
  admin,
}) => {
  const complaints = watchConsole(page);
  await openAs(page, admin);
  await page.goto("/admin/menu/new");
  await fillNewItem(page);
  const preview = page.getByRole("region", { name: "As customers see it" });
  await expect(preview.getByRole("heading", { name: "Birria Ramen" })).toBeVisible();
  await expect(preview.getByText("$13.50")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);
  const row = page.getByRole("row").filter({ hasText: "Birria Ramen" });
  await expect(row).toBeVisible();

  const customer = await newPage();
  await customer.goto(truck.path);
  const dialog = await openOptions(customer);
  for (const name of ["Large", "Egg", "Corn"]) await option(dialog, name).check();
  await dialog.getByRole("button", { name: "Increase quantity of Birria Ramen" }).click();
  await dialog.getByRole("button", { name: /^Add to cart/ }).click();
  await expect(dialog).toBeHidden();
  const cart = await openCart(customer);
  const cents = 2 * (1350 + 325 + 150 + 75);
  for (const sum of [cents, totalOf(cents).totalCents]) {
    await expect(cart.getByText(`$${(sum / 100).toFixed(2)}`).first()).toBeVisible();
  }

  const created = await getMenuItem(truck, "Birria Ramen");
  await row.getByRole("link", { name: "Edit Birria Ramen" }).click();
  await page.getByLabel("In stock (Large)").uncheck();
  await page.getByRole("button", { name: "Move option Large up" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);
  const edited = await getMenuItem(truck, "Birria Ramen");
  const [size, extras] = edited.optionGroups;
  expect([size?._id, extras]).toEqual([created.optionGroups[0]?._id, created.optionGroups[1]]);
  expect(size?.options.map(({ _id }) => _id)).toEqual(
    created.optionGroups[0]?.options.map(({ _id }) => _id).reverse(),
  );

  await customer.goto(truck.path);
  const again = await openOptions(customer);
  await expect(option(again, "Large")).toBeDisabled();
  await expect(option(again, "Regular")).toBeEnabled();
  expect(complaints).toEqual([]);
});

async function fillNewItem(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Birria Ramen");
  await page.getByLabel("Price", { exact: true }).fill("13.5");
  await page.getByLabel("Description").fill("Broth from the birria, noodles from next door.");
  await page.getByLabel("Section").fill("Bowls");
  await fillGroup(page, 0, "Size", [
    ["Regular", "0"],
    ["Large", "3.25"],
  ]);
  await fillGroup(page, 1, "Extras", [
    ["Egg", "1.5"],
    ["Corn", "0.75"],
  ]);
  const extras = page.getByRole("group", { name: /^Option group/ }).nth(1);
  await extras.getByLabel("At least").fill("0");
  await extras.getByLabel("At most").fill("2");
  await expect(extras.getByText("Optional: a customer may choose up to 2.")).toBeVisible();
}

async function fillGroup(page: Page, place: number, name: string, options: [string, string][]) {
  await page.getByRole("button", { name: "Add option group" }).click();
  const group = page.getByRole("group", { name: /^Option group/ }).nth(place);
  await group.getByLabel("Group", { exact: true }).fill(name);
  for (const [index, [option, charge]] of options.entries()) {
    if (index > 0) await group.getByRole("button", { name: /Add/ }).click();
    await group.getByLabel(`Option ${index + 1}`, { exact: true }).fill(option);
    await group.getByLabel("Extra charge").nth(index).fill(charge);
  }
}

async function openOptions(customer: Page): Promise<Locator> {
  const card = menuCard(customer, "Birria Ramen");
  await card.getByRole("button", { name: /^Choose options/ }).click();
  return customer.getByRole("dialog", { name: "Birria Ramen" });
}
