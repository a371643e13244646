import type { Locator, Page } from "@playwright/test";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { noisePng } from "../../harness/browser/images.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { createMenuItem } from "../../harness/product/menu-items.ts";
import { uniqueName } from "../../harness/product/names.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { findCreatedTruck } from "../../harness/product/own-trucks.ts";
import { expect, test } from "../../harness/test.ts";

test("a superadmin creates a truck, completes its payment account, and its sales are paid to it", async ({
  page,
  newPage,
  product,
  sandbox,
  superadmin,
}) => {
  const complaints = watchConsole(page);
  const name = uniqueName("Señora Bún's Truck");
  await openAs(page, superadmin);
  await page.goto("/admin/trucks/new");
  await fillTruck(page, name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks\/[0-9a-f]{24}$/);
  const truck = await findCreatedTruck(product, name);
  expect(truck.slug).toMatch(/^senora-buns-truck-\d+$/);
  await expect(page.getByText("Before it can be published, it needs: Menu.")).toBeVisible();
  await createMenuItem(truck, { name: "Chips", basePrice: 10 });
  await page.reload();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Customers can see this truck.")).toBeVisible();
  const customer = await newPage();
  await customer.goto("/");
  await customer.getByRole("link", { name }).click();
  await expect(customer.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(customer).toHaveURL(new RegExp(`${truck.path}$`));

  await page.goto("/admin/trucks");
  await page.getByRole("searchbox", { name: "Search food trucks" }).fill(name);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("No Account", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: "Create Account" }).click();
  await expect(row.getByText("Pending", { exact: true })).toBeVisible();

  await row.getByRole("button", { name: "Complete Setup" }).click();
  await expect(page).toHaveTitle(/sandbox/);
  const usedLink = page.url();
  await answerProvider(page, "Leave half done");
  await expect(page.getByText(`${name}: Pending`)).toBeVisible();
  await row.getByText("Pending", { exact: true }).click();
  await expect(row.getByText("Bank account for payouts")).toBeVisible();
  await expectNoBarriers(page, "trucks, back from the provider, with a row opened");

  // A link works once: the provider sends the browser back, and the product asks for a new one.
  await page.goto(usedLink);
  await expect(page).toHaveTitle(/sandbox/);
  expect(page.url()).not.toBe(usedLink);
  await answerProvider(page, "Complete everything");
  await expect(page.getByText(`${name}: Active`)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks$/);
  await page.getByRole("searchbox", { name: "Search food trucks" }).fill(name);
  await expectActiveAccount(row);

  await placeOrder(truck, { items: [{ name: "Chips" }] });
  const [payment] = await sandbox.intents();
  // 2.5 % of $10.88, in whole cents.
  expect(payment).toMatchObject({
    status: "succeeded",
    amount: 1088,
    transfer_data: { destination: expect.stringMatching(/^acct_/) },
    application_fee_amount: 27,
  });
  expect(complaints).toEqual([]);
});

async function fillTruck(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("City", { exact: true }).fill("Astoria");
  await page.getByRole("textbox", { name: "Tax rate", exact: true }).fill("8.75");
  await page.getByText("More: images, contact, ordering, owner").click();
  await page.getByLabel("Opening hours").selectOption("Always");
  await expect(page.getByText(/^Free: customers will find the truck at /)).toBeVisible();
  await page.getByLabel("Short description").fill("Noodles by the river.");
  const cuisine = page.getByRole("combobox", { name: "Cuisine" });
  await cuisine.fill("Vietnamese");
  await cuisine.press("Enter");
  await page.getByLabel("Owner's email").fill("olive@chuckwagon.example");
  await page.getByLabel("Platform fee").fill("2.5");
  await page.getByLabel("Choose a file for the card image").setInputFiles(noisePng(400, 300));
  await expect(page.getByLabel("Card image address")).toHaveValue(/-400\.webp$/);
  const preview = page.getByRole("region", { name: "As customers see it" });
  for (const words of [name, "Noodles by the river.", "Vietnamese", "Astoria"]) {
    await expect(preview.getByText(words, { exact: false })).toBeVisible();
  }
}

/** Answers the provider's questions in one of the ways that its sandbox offers. */
async function answerProvider(page: Page, answer: string): Promise<void> {
  await expect(page).toHaveTitle(/sandbox/);
  await page.getByRole("button", { name: answer }).click();
  await expect(page).toHaveURL(/\/admin\/trucks\?onboarding=returned/);
}

/** The truck is active and its account is. */
async function expectActiveAccount(row: Locator): Promise<void> {
  await expect(row.getByText("Active", { exact: true })).toHaveCount(2);
  await expect(row.getByRole("button", { name: "Complete Setup" })).toHaveCount(0);
}
