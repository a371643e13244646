import { enterAsAdminOf, newTruck } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { breakCall, SENTENCES, tryAgain } from "../harness/network.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const SIX_AND_MORE = ["Ash Soup", "Bao", "Congee", "Dosa", "Empanada", "Falafel", "Gyoza"];

test("an admin finds the four ways on, and a look at the menu that leads to each dish", async ({
  page,
  product,
}) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product, {
    dishes: SIX_AND_MORE.map((name, place) => ({ name, isAvailable: place !== 1 })),
  });
  const { name } = await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: `Welcome, ${name}` })).toBeVisible();
  const tiles = page.getByRole("navigation", { name: "Dashboard" });
  for (const screen of ["orders", "menu", "customers", "analytics"]) {
    const tile = tiles.getByRole("link", { name: new RegExp(`^${screen}`, "i") });
    await expect(tile).toHaveAttribute("href", `/admin/${screen}`);
  }
  await expect(page.getByLabel("Food truck")).toHaveCount(0);

  const preview = page.getByRole("region", { name: "Menu Items" });
  await expect(preview.getByRole("listitem")).toHaveCount(6);
  const bao = preview.getByRole("listitem").filter({ hasText: "Bao" });
  await expect(bao.getByText("Unavailable", { exact: true })).toBeVisible();
  await expect(bao.getByText("$8.00")).toBeVisible();
  await expect(bao.getByText("Mains")).toBeVisible();
  await bao.getByRole("link", { name: "Edit Bao" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Bao" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "View All Items" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Gyoza" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("an empty menu asks for its first dish", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product));
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "No menu items yet" })).toBeVisible();
  await page.getByRole("link", { name: "Add First Menu Item" }).click();
  await expect(page).toHaveURL(/\/admin\/menu\/new$/);
  await expect(page.getByRole("heading", { level: 1, name: "New menu item" })).toBeVisible();
});

test("a superadmin chooses the truck and keeps the choice on the next screens", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Shakshuka" }] });
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/dashboard");
  await page.getByLabel("Food truck").selectOption({ label: truck.name });
  await expect(page.getByRole("link", { name: "Edit Shakshuka" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`truck=${truck._id}`));
  await page.getByRole("link", { name: "View All Items" }).click();
  await expect(page.getByLabel("Food truck").locator("option:checked")).toHaveText(truck.name);
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("link", { name: "Edit Shakshuka" })).toBeVisible();
  const platform = page.getByRole("navigation", { name: "All trucks" });
  await platform.getByRole("link", { name: "Manage Staff" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
});

test("somebody without a truck is told whom to ask", async ({ page, product }) => {
  await enterAs(page, product, "truckless");
  await page.goto("/admin/dashboard");
  await expect(page.getByText("No food truck associated with your account")).toBeVisible();
  await expect(page.getByText(/Please contact an administrator/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Menu Items" })).toHaveCount(0);
});

test("a platform without trucks asks for the first one", async ({ page, product }) => {
  await enterAs(page, product, "superadmin");
  await page.route("**/api/trucks", (route) => route.fulfill({ json: [] }));
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "No food trucks yet" })).toBeVisible();
  await page.getByRole("link", { name: "Add First Truck" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New truck" })).toBeVisible();
});

for (const failure of ["unreachable", "html", "told-500"] as const) {
  test(`trucks that do not load (${failure}) can be asked for again`, async ({ page, product }) => {
    await enterAs(page, product, "superadmin");
    const heal = await breakCall(page, "trucks", failure);
    await page.goto("/admin/dashboard");
    await expect(page.getByText(`Failed to load trucks: ${SENTENCES[failure]}`)).toBeVisible();
    await tryAgain(page, heal);
    await expect(page.getByRole("heading", { name: "Menu Items" })).toBeVisible();
  });
}
