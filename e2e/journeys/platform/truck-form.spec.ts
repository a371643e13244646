import type { Page } from "@playwright/test";
import { openAs } from "../../harness/product/accounts.ts";
import { expect, test } from "../../harness/test.ts";

test("customers see a truck's edit, lose the truck while it is inactive, and for good when it is deleted", async ({
  page,
  newPage,
  truck,
  superadmin,
}) => {
  await openAs(page, superadmin);
  await page.goto(`/admin/trucks/edit/${truck.id}`);
  await page.getByLabel("Description", { exact: true }).fill("Everything from one iron pan.");
  await page.getByLabel("Takes orders").uncheck();
  await page.getByLabel("What customers read while ordering is off").fill("Back at 2 PM");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks$/);
  const customer = await newPage();
  await customer.goto(truck.path);
  await expect(customer.getByText("Everything from one iron pan.")).toBeVisible();
  await expect(customer.getByText(/Back at 2 PM/)).toBeVisible();

  await page.getByRole("searchbox", { name: "Search food trucks" }).fill(truck.name);
  const row = page.getByRole("row").filter({ hasText: truck.name });
  await row.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
  await expectOnHomePage(customer, truck.name, 0);
  await row.getByRole("button", { name: "Activate" }).click();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await expectOnHomePage(customer, truck.name, 1);

  await row.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete truck" });
  await expect(question).toContainText(
    `Are you sure you want to delete "${truck.name}"? This action cannot be undone.`,
  );
  await question.getByRole("button", { name: "Delete" }).click();
  // The list shows this once the server has deleted the truck.
  await expect(page.getByRole("heading", { name: "No trucks match" })).toBeVisible();
  await expectOnHomePage(customer, truck.name, 0);
  await customer.goto(truck.path);
  await expect(customer.getByText("Truck Not Found")).toBeVisible();
});

async function expectOnHomePage(customer: Page, name: string, count: number): Promise<void> {
  await customer.goto("/");
  await expect(customer.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  await expect(customer.getByRole("link", { name })).toHaveCount(count);
}
