import type { Page } from "@playwright/test";
import {
  type Dish,
  enterAsAdminOf,
  enterAsOwnerOf,
  newTruck,
  onlyDish,
} from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { addToCart, menuCard, notifications, openCart, option } from "../harness/menu.ts";
import { totalOf } from "../harness/money.ts";
import { breakCall, TOLD, tryAgain } from "../harness/network.ts";
import { enterAs } from "../harness/staff.ts";
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

test("an option that is removed can be had back", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos", optionGroups: [SALSAS] }] });
  const dish = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto(`/admin/menu/edit/${dish._id}`);
  await page.getByRole("button", { name: "Remove option Verde" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await expect(page.getByLabel("Option 2", { exact: true })).toHaveCount(0);
  await undo.click();
  await expect(page.getByLabel("Option 1", { exact: true })).toHaveValue("Verde");
  await expect(page.getByLabel("Option 2", { exact: true })).toHaveValue("Roja");
});

test("each field says what it needs, and the focus goes to the first", async ({
  page,
  product,
}) => {
  await enterAsAdminOf(page, product, await newTruck(product));
  await page.goto("/admin/menu/new");
  await page.getByRole("button", { name: "Add option group" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter the name of the dish")).toBeVisible();
  await expect(page.getByText("Enter a price")).toBeVisible();
  await expect(page.getByText("Say what is chosen here, such as Size")).toBeVisible();
  await expect(page.getByText("Say what can be chosen", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Price", { exact: true }).fill("1000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/from 0 to 999\.99/)).toBeVisible();
});

test("what only the server refuses stands at its field", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos", optionGroups: [SALSAS] }] });
  const dish = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto(`/admin/menu/edit/${dish._id}`);
  await page.getByLabel("Description").fill("Changed");
  const path = "optionGroups.0.options.1.additionalPrice";
  await page.route("**/api/menu-items/*", (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: "Please check the form.",
        code: "invalid_input",
        fields: { [path]: "Not on a Monday", name: "Too plain" },
      },
    }),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Too plain/);
  await expect(page.getByLabel("Extra charge").nth(1)).toHaveAccessibleDescription(
    /Not on a Monday/,
  );
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
});

test("the way back leads to the page before, or to the menu", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos" }] });
  const dish = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Edit Tacos" }).click();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const fresh = await page.context().newPage();
  await fresh.goto(`/admin/menu/edit/${dish._id}`);
  await fresh.getByRole("button", { name: "Back", exact: true }).click();
  await expect(fresh).toHaveURL(/\/admin\/menu$/);
});

test("a dish is deleted from its form after the question", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos" }] });
  const dish = await onlyDish(product, truck);
  await enterAsOwnerOf(page, product, truck);
  await page.goto(`/admin/menu/edit/${dish._id}`);
  const question = page.getByRole("alertdialog", { name: "Delete Tacos?" });
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tacos");
  const heal = await breakCall(page, "menu-items/*", "told-500");
  await page.getByRole("button", { name: "Delete menu item" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText("Failed to delete menu item");
  await heal();
  await page.getByRole("button", { name: "Delete menu item" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText("Menu item deleted");
  await expect(page.getByRole("heading", { name: "No menu items yet" })).toBeVisible();
});

test("a dish that is gone, or another truck's, or does not load, says which", async ({
  page,
  product,
}) => {
  const other = await newTruck(product, { dishes: [{ name: "Not Yours" }] });
  const foreign = await onlyDish(product, other);
  const truck = await newTruck(product, { dishes: [{ name: "Tacos" }] });
  const dish = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu/edit/0123456789abcdef01234567");
  await expect(page.getByRole("heading", { name: "Menu item not found" })).toBeVisible();
  await page.goto(`/admin/menu/edit/${foreign._id}`);
  await expect(page.getByRole("heading", { name: "Access Restricted" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);

  const heal = await breakCall(page, "menu-items/*", "told-500");
  await page.goto(`/admin/menu/edit/${dish._id}`);
  await expect(page.getByRole("heading", { name: "Failed to load menu item" })).toBeVisible();
  await expect(page.getByText(TOLD)).toBeVisible();
  await tryAgain(page, heal);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tacos");
});

test("somebody without a truck gets no form for a new dish", async ({ page, product }) => {
  await enterAs(page, product, "truckless");
  await page.goto("/admin/menu/new");
  await expect(page.getByText(/No food truck associated with your account/)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0);
});

function group(page: Page, place: number) {
  return page.getByRole("group", { name: /^Option group/ }).nth(place);
}

function optionIds(dish: Dish): string[] {
  return dish.optionGroups.flatMap(({ options }) => options.map(({ _id }) => _id));
}
