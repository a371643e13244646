import { asOwner, enterAsAdminOf, newTruck, onlyDish, type Truck } from "../harness/arrange.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, SENTENCES, tryAgain } from "../harness/network.ts";
import type { Product } from "../harness/product.ts";
import { expect, test } from "../harness/test.ts";

test("a truck that nobody has ordered from has no customers yet", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product));
  await page.goto("/admin/customers");
  await expect(page.getByRole("heading", { name: "No customers yet" })).toBeVisible();
  await expect(page.getByText("0 customers", { exact: true })).toBeVisible();
});

test("a search finds by name, phone and e-mail, and says when nobody fits", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Knish", basePrice: 4 }] });
  await sell(product, truck, { customerName: "Ana Brook", customerPhone: "5035550171" });
  await sell(product, truck, { customerName: "Bo Crane", customerPhone: "5035550172" });
  await sell(product, truck, { customerName: "Bo Crane", customerPhone: "5035550172" });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/customers");
  await expect(page.getByText("2 customers", { exact: true })).toBeVisible();
  const bo = page.getByRole("row").filter({ hasText: "Bo Crane" });
  // Twice 4 dollars and the tax on it, which is rounded for each order.
  await expect(bo).toContainText("$8.70");
  const search = page.getByRole("searchbox", { name: "Search customers" });
  for (const words of ["crane", "555-0172"]) {
    await search.fill(words);
    await expect(page.getByText("1 customer found", { exact: true })).toBeVisible();
    await expect(bo).toBeVisible();
  }
  await search.fill("nobody like that");
  await expect(page.getByRole("heading", { name: "No customer matches" })).toBeVisible();
});

test("the orders of a customer say when they do not load, and the way back keeps the search", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Knish" }] });
  await sell(product, truck, { customerName: "Ana Brook", customerPhone: "5035550171" });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/customers");
  await page.getByRole("searchbox", { name: "Search customers" }).fill("ana");
  await expect(page.getByText("1 customer found", { exact: true })).toBeVisible();
  const heal = await breakCall(page, "customers/*/orders?*", "html");
  await page.getByRole("link", { name: "Ana Brook" }).click();
  await expect(page.getByRole("heading", { name: "Failed to load orders" })).toBeVisible();
  await expect(page.getByText(SENTENCES.html)).toBeVisible();
  await tryAgain(page, heal);
  await expect(page.getByRole("table", { name: "Orders of this customer" })).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(page.getByRole("searchbox", { name: "Search customers" })).toHaveValue("ana");
});

test("an export that fails says so", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product));
  for (const [screen, call] of [
    ["customers", "customers/export*"],
    ["analytics", "analytics/export?*"],
  ] as const) {
    await page.goto(`/admin/${screen}`);
    const heal = await breakCall(page, call, "told-500");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(notifications(page)).toContainText(
      `The download failed: ${SENTENCES["told-500"]}`,
    );
    await heal();
  }
});

async function sell(product: Product, truck: Truck, customer: object): Promise<void> {
  const { _id } = await onlyDish(product, truck);
  await asOwner(product, ["POST", "/orders"], {
    ...customer,
    truckId: truck._id,
    items: [{ menuItemId: _id, quantity: 1, optionIds: [] }],
    payment: "cash",
  });
}
