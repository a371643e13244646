import { readFile } from "node:fs/promises";
import { asOwner, newTruck, onlyDish, type Truck } from "../harness/arrange.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { glimpse } from "../harness/glimpse.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import type { Product } from "../harness/product.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

interface Order {
  _id: string;
  orderNumber: string;
  customerId: string;
}

test("a person takes their data home and is then forgotten, and the books stay", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Knish", basePrice: 4 }] });
  const order = await sell(product, truck, phone);
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/customers/${order.customerId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ottoline Quill" })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`customer-${order.customerId}.json`);
  const kept = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(kept).toMatchObject({ name: "Ottoline Quill", orders: [{ total: 4.35 }] });

  // While the food is on its way, nobody can be forgotten.
  const dialog = page.getByRole("alertdialog", { name: "Erase Ottoline Quill?" });
  await page.getByRole("button", { name: "Erase personal data" }).click();
  await expectNoBarriers(page, "erase a customer");
  await dialog.getByLabel("Last four digits").fill("0000");
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect(dialog.getByText("These are not the last four digits")).toBeVisible();
  await dialog.getByLabel("Last four digits").fill(phone.slice(-4));
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect(dialog.getByText("has an open order")).toBeVisible();
  await finish(product, order);
  // Its last texts are on their way for a moment, and that is in the way too.
  await expect.poll(async () => (await sandbox.texts(phone)).length).toBe(3);
  const told = glimpse(page, "The personal data was erased");
  await expect(async () => {
    if (await dialog.isVisible()) {
      await dialog.getByRole("button", { name: "Erase for good" }).click({ timeout: 1_000 });
    }
    await expect(dialog).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await told;
  await expect(page.getByRole("heading", { level: 1, name: "Erased customer" })).toBeVisible();
  await expect(page.getByText("No phone")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: `#${order.orderNumber}` })).toContainText(
    "$4.35",
  );

  await page.goto("/admin/customers");
  await page.getByRole("searchbox", { name: "Search customers" }).fill(phone.slice(-7));
  await expect(page.getByRole("heading", { name: "No customer matches" })).toBeVisible();
});

test("the question fits a small phone", async ({ page, product, phone }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Knish", basePrice: 4 }] });
  const order = await sell(product, truck, phone);
  await page.setViewportSize({ width: 360, height: 640 });
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/customers/${order.customerId}`);
  await expectNoSideScroll(page);
  await page.getByRole("button", { name: "Erase personal data" }).click();
  const confirm = page.getByRole("button", { name: "Erase for good" });
  await confirm.scrollIntoViewIfNeeded();
  await expect(confirm).toBeInViewport();
  await expectNoSideScroll(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

test("a truck's own crew has neither button", async ({ page, product, phone }) => {
  const order = await callAs<Order>(product, "admin", ["POST", "/orders"], {
    customerName: "Ottoline Quill",
    customerPhone: phone,
    items: [{ menuItemId: await plainDish(product), quantity: 1, optionIds: [] }],
    payment: "cash",
  });
  await enterAs(page, product, "admin");
  await page.goto(`/admin/customers/${order.customerId}`);
  await expect(page.getByRole("row").filter({ hasText: `#${order.orderNumber}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Personal data" })).toBeHidden();
});

/** A dish of the admin's own truck that is ordered without a choice. */
async function plainDish(product: Product): Promise<string> {
  const { user } = await callAs<{ user: { truckId: string } }>(product, "admin", [
    "GET",
    "/auth/verify",
  ]);
  const menu = await callAs<{ _id: string; hasOptions: boolean }[]>(product, "admin", [
    "GET",
    `/menu-items/truck/${user.truckId}`,
  ]);
  const dish = menu.find(({ hasOptions }) => !hasOptions);
  if (!dish) throw new Error("The admin's truck sells nothing plain.");
  return dish._id;
}

async function sell(product: Product, truck: Truck, phone: string): Promise<Order> {
  const { _id } = await onlyDish(product, truck);
  return asOwner<Order>(product, ["POST", "/orders"], {
    truckId: truck._id,
    customerName: "Ottoline Quill",
    customerPhone: phone,
    items: [{ menuItemId: _id, quantity: 1, optionIds: [] }],
    payment: "cash",
  });
}

async function finish(product: Product, { _id }: Order): Promise<void> {
  for (const status of ["confirmed", "preparing", "ready", "completed"]) {
    await asOwner(product, ["PATCH", `/orders/${_id}`], { status });
  }
}
