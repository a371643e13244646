import type { Page } from "@playwright/test";
import { type Dish, enterAsAdminOf, newTruck, onlyDish } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { addToCart, menuCard, notifications, openCart, option } from "../harness/menu.ts";
import { totalOf } from "../harness/money.ts";
import { expect, test } from "../harness/test.ts";

const SALSAS = {
  name: "Salsa",
  minSelect: 1,
  maxSelect: 1,
  options: [
    { name: "Verde", additionalPrice: 0, isAvailable: true },
    { name: "Roja", additionalPrice: 0.5, isAvailable: true },
  ],
};

test("a new dish with two option groups is what a customer orders and pays", async ({
  page,
  context,
  product,
}) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu/new");
  await page.getByLabel("Name", { exact: true }).fill("Birria Ramen");
  await page.getByLabel("Price", { exact: true }).fill("13.5");
  await page.getByLabel("Description").fill("Broth from the birria, noodles from next door.");
  await page.getByLabel("Category").fill("Mains");
  await page.getByLabel("Section").fill("Bowls");

  await page.getByRole("button", { name: "Add option group" }).click();
  const size = group(page, 0);
  await expect(size.getByLabel("Group", { exact: true })).toBeFocused();
  await size.getByLabel("Group", { exact: true }).fill("Size");
  await size.getByLabel("Option 1", { exact: true }).fill("Regular");
  await size.getByRole("button", { name: /Add/ }).click();
  await size.getByLabel("Option 2", { exact: true }).fill("Large");
  await size.getByLabel("Extra charge").nth(1).fill("3.25");
  await expect(size.getByText("Required: a customer chooses exactly one.")).toBeVisible();

  await page.getByRole("button", { name: "Add option group" }).click();
  const extras = group(page, 1);
  await extras.getByLabel("Group", { exact: true }).fill("Extras");
  await extras.getByLabel("Option 1", { exact: true }).fill("Egg");
  await extras.getByLabel("Extra charge").fill("1.5");
  await extras.getByRole("button", { name: /Add/ }).click();
  await extras.getByLabel("Option 2", { exact: true }).fill("Corn");
  await extras.getByLabel("Extra charge").nth(1).fill("0.75");
  await extras.getByLabel("At least").fill("0");
  await extras.getByLabel("At most").fill("2");
  await expect(extras.getByText("Optional: a customer may choose up to 2.")).toBeVisible();

  const preview = page.getByRole("region", { name: "As customers see it" });
  await expect(preview.getByRole("heading", { name: "Birria Ramen" })).toBeVisible();
  await expect(preview.getByText("$13.50")).toBeVisible();
  await preview.getByRole("button", { name: "Try the options" }).click();
  await expect(page.getByRole("dialog", { name: "Birria Ramen" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);
  await expect(notifications(page)).toContainText("Birria Ramen is on the menu");
  await expect(page.getByRole("row").filter({ hasText: "Birria Ramen" })).toBeVisible();

  const customer = await context.newPage();
  await customer.goto(`/${truck.slug}`);
  await addToCart(customer, "Birria Ramen", { options: ["Large", "Egg", "Corn"], quantity: 2 });
  const drawer = await openCart(customer);
  const cents = 2 * (1350 + 325 + 150 + 75);
  await expect(drawer.getByText(`$${(cents / 100).toFixed(2)}`).first()).toBeVisible();
  await expect(
    drawer.getByText(`$${(totalOf(cents).totalCents / 100).toFixed(2)}`).first(),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test("an edit keeps the options that stay, and a sold-out one can no longer be chosen", async ({
  page,
  context,
  product,
}) => {
  const truck = await newTruck(product, {
    dishes: [{ name: "Tacos", basePrice: 9, optionGroups: [SALSAS] }],
  });
  const before = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await page.getByRole("link", { name: "Edit Tacos" }).click();
  await page.getByLabel("Price", { exact: true }).fill("9.95");
  await page.getByLabel("In stock (Roja)").uncheck();
  await page.getByRole("button", { name: "Move option Roja up" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText("Tacos saved");
  const after = await onlyDish(product, truck);
  expect(after).toMatchObject({ basePrice: 9.95, version: before.version + 1 });
  expect(after.optionGroups[0]?._id).toBe(before.optionGroups[0]?._id);
  expect(optionIds(after)).toEqual(optionIds(before).toReversed());

  const customer = await context.newPage();
  await customer.goto(`/${truck.slug}`);
  await menuCard(customer, "Tacos").getByRole("button").click();
  const dialog = customer.getByRole("dialog", { name: "Tacos" });
  await expect(option(dialog, "Roja")).toBeDisabled();
  await expect(option(dialog, "Verde")).toBeEnabled();
});

function group(page: Page, place: number) {
  return page.getByRole("group", { name: /^Option group/ }).nth(place);
}

function optionIds(dish: Dish): string[] {
  return dish.optionGroups.flatMap(({ options }) => options.map(({ _id }) => _id));
}
