import type { Locator, Page } from "@playwright/test";
import { enterAsAdminOf, menuOf, newTruck } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { menuCard, notifications } from "../harness/menu.ts";
import { breakCall, SENTENCES, TOLD } from "../harness/network.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const DISHES = [
  { name: "Jalapeño Poppers", category: "Starters", section: "Bites", basePrice: 6.5 },
  { name: "Brisket Plate", category: "Mains", section: "Smoked", basePrice: 17 },
  { name: "Pulled Pork Roll", category: "Mains", section: "Smoked", basePrice: 12 },
  { name: "Iced Tea", category: "Drinks", section: "Cold", basePrice: 3, isAvailable: false },
];

test("a search finds dishes by name, category and section", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product, { dishes: DISHES }));
  await page.goto("/admin/menu");
  for (const header of ["Item", "Category & Section", "Price", "Status", "Actions"]) {
    await expect(page.getByRole("columnheader", { name: header, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("columnheader", { name: "Food Truck" })).toHaveCount(0);
  await expect(dishRow(page, "Iced Tea").getByText("Unavailable", { exact: true })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search name, category, section" });
  for (const [words, found] of [
    ["jalapeno", ["Jalapeño Poppers"]],
    ["drinks", ["Iced Tea"]],
    ["smoked roll", ["Pulled Pork Roll"]],
  ] as const) {
    await search.fill(words);
    await expect(page.getByText(`${found.length} of 4 menu items`)).toBeVisible();
    for (const name of found) await expect(dishRow(page, name)).toBeVisible();
  }
  await search.fill("lobster");
  await expect(page.getByText("No menu items match “lobster”")).toBeVisible();
  await page.getByRole("button", { name: "Clear Search" }).click();
  await expect(page.getByText("4 menu items", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("a dish is sold out for customers at one click, and back at the next", async ({
  page,
  context,
  product,
}) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const row = dishRow(page, "Brisket Plate");
  const saved = page.waitForResponse("**/toggle-availability");
  await row.getByRole("button", { name: "Mark Unavailable" }).click();
  await expect(row.getByText("Unavailable", { exact: true })).toBeVisible();
  await saved;
  const customer = await context.newPage();
  await customer.goto(`/${truck.slug}`);
  const card = menuCard(customer, "Brisket Plate");
  await expect(card.getByText("Sold out")).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
  await row.getByRole("button", { name: "Mark Available" }).click();
  await expect(row.getByText("Available", { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await menuOf(product, truck)).find(isCalled("Brisket Plate"))?.isAvailable)
    .toBe(true);
  expect(complaints).toEqual([]);
});

test("what cannot be marked sold out goes back to what it was", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await breakCall(page, "menu-items/*/toggle-availability", "told-500");
  const row = dishRow(page, "Brisket Plate");
  await row.getByRole("button", { name: "Mark Unavailable" }).click();
  await expect(notifications(page)).toContainText(
    `Failed to mark Brisket Plate unavailable: ${TOLD}`,
  );
  await expect(row.getByText("Available", { exact: true })).toBeVisible();
});

test("a copy stands right after its original and can be edited at once", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await page.getByRole("button", { name: "Duplicate Brisket Plate" }).click();
  await expect(dishRow(page, "Brisket Plate (copy)")).toBeVisible();
  await notifications(page).getByRole("button", { name: "Edit it" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Brisket Plate (copy)");
  expect((await menuOf(product, truck)).map(({ name }) => name)).toEqual([
    "Jalapeño Poppers",
    "Brisket Plate",
    "Brisket Plate (copy)",
    "Pulled Pork Roll",
    "Iced Tea",
  ]);
});

test("a dish is deleted only after the question, and only once", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const button = page.getByRole("button", { name: "Delete Iced Tea" });
  const question = page.getByRole("alertdialog", { name: "Delete Iced Tea" });
  await button.click();
  await expect(question).toContainText(
    "Are you sure you want to delete this menu item? This cannot be undone.",
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(button).toBeFocused();
  expect(await menuOf(product, truck)).toHaveLength(4);

  const heal = await breakCall(page, "menu-items/*", "http-500");
  await button.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText("Failed to delete menu item");
  await expect(dishRow(page, "Iced Tea")).toBeVisible();
  await heal();

  await button.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(dishRow(page, "Iced Tea")).toHaveCount(0);
  await expect(page.getByText("3 menu items", { exact: true })).toBeFocused();
  expect((await menuOf(product, truck)).map(({ name }) => name)).not.toContain("Iced Tea");
});

test("a copy that fails says why and leaves the menu alone", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await breakCall(page, "menu-items/*/duplicate", "html");
  await page.getByRole("button", { name: "Duplicate Iced Tea" }).click();
  await expect(notifications(page)).toContainText(
    `Failed to duplicate Iced Tea: ${SENTENCES.html}`,
  );
  await expect(page.getByText("4 menu items", { exact: true })).toBeVisible();
});

test("a superadmin picks the truck whose menu it is, and adds to that one", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/menu");
  await page.getByLabel("Food truck").selectOption({ label: truck.name });
  const row = dishRow(page, "Brisket Plate");
  await expect(row.getByText(truck.name)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Food Truck" })).toBeVisible();
  await page.getByRole("link", { name: "Add Menu Item" }).click();
  await expect(page.getByLabel("Food truck").locator("option:checked")).toHaveText(truck.name);
});

test("somebody without a truck is shown no menu", async ({ page, product }) => {
  await enterAs(page, product, "truckless");
  await page.goto("/admin/menu");
  await expect(page.getByRole("heading", { name: /Access Restricted/ })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add Menu Item" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Test API" })).toBeDisabled();
});

test("the developer buttons test the API, reload, and lead to a fresh sign-in", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const tools = page.getByRole("region", { name: "Developer tools" });
  await tools.getByRole("button", { name: "Test API" }).click();
  await expect(tools.getByText(/^API answered in \d+ ms: 4 menu items$/)).toBeVisible();
  const heal = await breakCall(page, "menu-items/truck/*", "unreachable");
  await tools.getByRole("button", { name: "Test API" }).click();
  await expect(tools.getByText(`API test failed: ${SENTENCES.unreachable}`)).toBeVisible();
  await heal();
  const reloaded = page.waitForEvent("domcontentloaded");
  await tools.getByRole("button", { name: "Reload" }).click();
  await reloaded;
  await expect(dishRow(page, "Iced Tea")).toBeVisible();
  await tools.getByRole("button", { name: "Fresh Login" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test("an empty menu offers a first dish and an import", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product));
  await page.goto("/admin/menu");
  await expect(page.getByRole("heading", { name: "No menu items yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add First Menu Item" })).toBeVisible();
  await page.getByRole("button", { name: "Import CSV" }).click();
  await expect(page.getByRole("dialog", { name: "Import menu" })).toBeVisible();
});

function dishRow(page: Page, name: string): Locator {
  const exact = page.getByText(name, { exact: true });
  return page.getByRole("row").filter({ has: exact });
}

function isCalled(wanted: string) {
  return ({ name }: { name: string }) => name === wanted;
}
