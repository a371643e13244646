import type { Locator, Page } from "@playwright/test";
import { asOwner, newDish, newTruck, type Truck } from "../harness/arrange.ts";
import { notifications } from "../harness/menu.ts";
import type { Product } from "../harness/product.ts";
import { placeOrder } from "../harness/quick-order.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("a truck gets its account, completes it, and is paid from then on", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const truck = await newTruck(product, { applicationFeeBps: 250 });
  await newDish(product, truck, { name: "Chips", basePrice: 10 });
  const order = { slug: truck.slug, dish: "Chips", phone };
  await placeOrder(product, sandbox, order);
  const [before] = await sandbox.intents();
  expect(before?.transfer_data ?? null).toBeNull();

  await openAt(page, product, truck);
  const cell = truckRow(page, truck);
  await expect(cell.getByText("No Account", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Create Account for ${truck.name}` }).click();
  await expect(notifications(page)).toContainText(`${truck.name} has a Stripe account now.`);
  const account = await accountOf(product, truck);
  await page.getByRole("button", { name: `Complete Setup for ${truck.name}` }).click();
  await expect(page.getByRole("heading", { name: `Get paid as ${truck.name}` })).toBeVisible();
  await page.getByRole("button", { name: /^Complete everything/ }).click();

  await expect(page).toHaveURL(new RegExp(`${product.url}/admin/trucks\\?`));
  await expect(page.getByRole("status").getByText(`${truck.name}: Active`)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks$/);
  await page.getByRole("searchbox").fill(truck.name);
  await expect(cell.getByText("Active", { exact: true })).toHaveCount(2);
  await expect(cell.getByRole("button", { name: /Complete Setup/ })).toHaveCount(0);

  await placeOrder(product, sandbox, order);
  const paid = (await sandbox.intents()).find(({ id }) => id !== before?.id);
  expect(paid).toMatchObject({
    status: "succeeded",
    transfer_data: { destination: account },
    application_fee_amount: 27,
  });
});

async function openAt(page: Page, product: Product, truck: Truck): Promise<void> {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  await page.getByRole("searchbox", { name: "Search food trucks" }).fill(truck.name);
}

function truckRow(page: Page, { name }: Truck): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

async function accountOf(product: Product, { _id }: Truck): Promise<string | null> {
  const call: [string, string] = ["GET", `/trucks/${_id}`];
  return (await asOwner<{ stripeAccountId: string | null }>(product, call)).stripeAccountId;
}
