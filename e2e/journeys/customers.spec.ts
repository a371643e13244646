import { asOwner, enterAsAdminOf, newTruck, onlyDish, type Truck } from "../harness/arrange.ts";
import type { Product } from "../harness/product.ts";
import { expect, test } from "../harness/test.ts";

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

async function sell(product: Product, truck: Truck, customer: object): Promise<void> {
  const { _id } = await onlyDish(product, truck);
  await asOwner(product, ["POST", "/orders"], {
    ...customer,
    truckId: truck._id,
    items: [{ menuItemId: _id, quantity: 1, optionIds: [] }],
    payment: "cash",
  });
}
