import type { Locator, Page } from "@playwright/test";
import { asOwner, newDish, newTruck, type Truck } from "../harness/arrange.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, holdCall, TOLD, tryAgain } from "../harness/network.ts";
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

const BADGES = [
  { state: "currently_due", badge: "Pending" },
  { state: "past_due", badge: "Past Due" },
  { state: "rejected", badge: "Setup" },
  { state: "complete", badge: "Active" },
] as const;

test("the badge follows the account through all of its states", async ({
  page,
  product,
  sandbox,
}) => {
  const truck = await newTruck(product);
  await openAt(page, product, truck);
  await expect(truckRow(page, truck).getByText("No Account", { exact: true })).toBeVisible();
  const account = await newAccount(product, truck);
  for (const { state, badge } of BADGES) {
    await sandbox.moveAccount(account, state);
    await page.goto(`/admin/trucks?q=${encodeURIComponent(truck.name)}`);
    const word = truckRow(page, truck).getByText(badge, { exact: true });
    // The truck itself is active as well.
    await expect(word).toHaveCount(badge === "Active" ? 2 : 1);
  }
});

test("every step that fails says so, with the reason beside it", async ({ page, product }) => {
  const truck = await newTruck(product);
  const row = truckRow(page, truck);
  await enterAs(page, product, "superadmin");
  const healStatus = await breakCall(page, "stripe/connect/account-status/*", "told-500");
  await page.goto(`/admin/trucks?q=${encodeURIComponent(truck.name)}`);
  await expect(row.getByText("Status unavailable")).toBeVisible();
  await tryAgain(page, healStatus, `Try again: Stripe status of ${truck.name}`);

  const healCreate = await breakCall(page, "stripe/connect/create-account", "told-500");
  await page.getByRole("button", { name: `Create Account for ${truck.name}` }).click();
  await expect(notifications(page)).toContainText("Failed to create Stripe account");
  await expect(row.getByText(TOLD)).toBeVisible();
  await healCreate();
  await page.getByRole("button", { name: `Create Account for ${truck.name}` }).click();

  const healLink = await breakCall(page, "stripe/connect/account-link", "told-500");
  await page.getByRole("button", { name: `Complete Setup for ${truck.name}` }).click();
  await expect(notifications(page)).toContainText("Failed to create onboarding link");
  await expect(row.getByText(TOLD)).toBeVisible();
  await healLink();

  const release = await holdCall(page, "stripe/connect/account-link");
  await page.getByRole("button", { name: `Complete Setup for ${truck.name}` }).click();
  await expect(row.getByText("Opening Stripe...")).toBeVisible();
  await release();
  await expect(page.getByRole("heading", { name: `Get paid as ${truck.name}` })).toBeVisible();
});

async function openAt(page: Page, product: Product, truck: Truck): Promise<void> {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  await page.getByRole("searchbox", { name: "Search food trucks" }).fill(truck.name);
}

function truckRow(page: Page, { name }: Truck): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

async function newAccount(product: Product, { _id }: Truck): Promise<string> {
  const body = { truckId: _id, email: "olive@chuckwagon.example", businessType: "individual" };
  const call: [string, string] = ["POST", "/stripe/connect/create-account"];
  return (await asOwner<{ accountId: string }>(product, call, body)).accountId;
}

async function accountOf(product: Product, { _id }: Truck): Promise<string | null> {
  const call: [string, string] = ["GET", `/trucks/${_id}`];
  return (await asOwner<{ stripeAccountId: string | null }>(product, call)).stripeAccountId;
}
