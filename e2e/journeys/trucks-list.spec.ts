import type { Locator, Page } from "@playwright/test";
import { asOwner, newTruck, type Truck } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, TOLD } from "../harness/network.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("each truck stands with its owner, its state and what can be done", async ({
  page,
  product,
}) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product, { isActive: false });
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  for (const header of ["Truck", "Owner", "Status", "Stripe", "Created", "Actions"]) {
    await expect(page.getByRole("columnheader", { name: header, exact: true })).toBeVisible();
  }
  await find(page, truck);
  const row = truckRow(page, truck);
  await expect(row).toContainText(truck.slug);
  await expect(row).toContainText("Olive Ames");
  await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
  await expect(row.getByText("No Account", { exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("no such truck at all");
  await expect(page.getByRole("heading", { name: "No food truck matches" })).toBeVisible();
  await page.getByRole("searchbox").fill(truck.name);
  await row.getByRole("link", { name: `Edit ${truck.name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Edit ${truck.name}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue(truck.name);
  await page.getByRole("link", { name: "Add Truck" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks\/new$/);
  expect(complaints).toEqual([]);
});

test("a truck is deleted only after the question", async ({ page, product }) => {
  const truck = await newTruck(product);
  await openAt(page, product, truck);
  const button = page.getByRole("button", { name: `Delete ${truck.name}` });
  const question = page.getByRole("alertdialog", { name: "Delete truck" });
  await button.click();
  await expect(question).toContainText(
    `Are you sure you want to delete "${truck.name}"? This action cannot be undone.`,
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(button).toBeFocused();

  const heal = await breakCall(page, "trucks/*", "told-500");
  await button.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText("Failed to delete truck");
  await expect(truckRow(page, truck).getByText(TOLD)).toBeVisible();
  await heal();

  await button.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText(`${truck.name} was deleted.`);
  await expect(truckRow(page, truck)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "No food truck matches" })).toBeVisible();
  const left = await asOwner<Truck[]>(product, ["GET", "/trucks"]);
  expect(left.map(({ _id }) => _id)).not.toContain(truck._id);
});

test("a state that cannot be changed stays, with the reason beside it", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product);
  await openAt(page, product, truck);
  await breakCall(page, "trucks/*/toggle-active", "told-500");
  await page.getByRole("button", { name: `Deactivate ${truck.name}` }).click();
  await expect(notifications(page)).toContainText("Failed to update truck status");
  const row = truckRow(page, truck);
  await expect(row.getByText(TOLD)).toBeVisible();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
});

test("a platform without trucks asks for the first one", async ({ page, product }) => {
  await enterAs(page, product, "superadmin");
  await page.route("**/api/trucks", (route) => route.fulfill({ json: [] }));
  await page.goto("/admin/trucks");
  await expect(page.getByRole("heading", { name: "No food trucks yet" })).toBeVisible();
});

async function openAt(
  page: Page,
  product: Parameters<typeof enterAs>[1],
  truck: Truck,
): Promise<void> {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  await find(page, truck);
  await expect(truckRow(page, truck)).toBeVisible();
}

function find(page: Page, { name }: Truck): Promise<void> {
  return page.getByRole("searchbox", { name: "Search food trucks" }).fill(name);
}

function truckRow(page: Page, { name }: Truck): Locator {
  return page.getByRole("row").filter({ hasText: name });
}
