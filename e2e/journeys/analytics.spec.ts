import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { asOwner, enterAsOwnerOf, newTruck, onlyDish, type Truck } from "../harness/arrange.ts";
import type { Product } from "../harness/product.ts";
import { expect, test } from "../harness/test.ts";

test("the figures are those of the orders, as cards, chart, table and file", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, {
    taxRate: 10,
    dishes: [{ name: "Pupusa", basePrice: 5 }],
  });
  await sell(product, truck, 1);
  await sell(product, truck, 3);
  await cancel(product, await sell(product, truck, 2));
  await enterAsOwnerOf(page, product, truck);
  await page.goto("/admin/analytics?period=today");
  // 4 of 5.00 and a tenth of tax; the cancelled order sells nothing.
  await expectFigure(page, "Revenue", "$22.00");
  await expectFigure(page, "Orders", "2");
  await expectFigure(page, "Average order", "$11.00");
  await expectFigure(page, "Items sold", "4");
  await expectFigure(page, "Cancelled", "33");
  const top = page.getByRole("table", { name: "Top items" }).getByRole("row").nth(1);
  await expect(top.getByRole("rowheader", { name: "Pupusa" })).toBeVisible();
  await expect(top.getByRole("cell", { name: "4", exact: true })).toBeVisible();

  const hours = page.getByRole("region", { name: "By hour of day", exact: true });
  await expect(hours.getByRole("img", { name: /^Revenue, .+\$22\.00/ })).toBeVisible();
  await hours.getByText("Orders", { exact: true }).click();
  await expect(hours.getByRole("img", { name: /^Orders, .+2 orders/ })).toBeVisible();
  await hours.getByText("Table", { exact: true }).click();
  await expect(hours.getByRole("cell", { name: "$22.00" })).toBeVisible();
  await hours.getByText("Chart", { exact: true }).click();
  await expect(hours.getByRole("img", { name: /^Revenue|^Orders/ })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("22.00");
  expect(file).toContain("Pupusa");
});

/** A figure on its card; the card may go on with how that compares. */
async function expectFigure(page: Page, label: string, value: string): Promise<void> {
  const term = page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) });
  const card = page.getByRole("main").locator("dl > div").filter({ has: term });
  await expect(card.getByRole("definition").first()).toContainText(value);
}

async function sell(product: Product, truck: Truck, quantity: number): Promise<string> {
  const { _id } = await onlyDish(product, truck);
  const order = await asOwner<{ _id: string }>(product, ["POST", "/orders"], {
    customerName: "Window",
    truckId: truck._id,
    items: [{ menuItemId: _id, quantity, optionIds: [] }],
    payment: "cash",
  });
  return order._id;
}

async function cancel(product: Product, orderId: string): Promise<void> {
  await asOwner(product, ["PATCH", `/orders/${orderId}/status`], { status: "cancelled" });
}
