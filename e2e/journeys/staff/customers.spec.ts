import { readFile } from "node:fs/promises";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { expect, test } from "../../harness/test.ts";

const LONG_NAME = "=Maximiliana Wolfeschlegelsteinhausenbergerdorff-Fea";

test("a customer who ordered is found by name and phone, exported, and shown with every order", async ({
  page,
  truck,
  admin,
  phone,
}) => {
  const complaints = watchConsole(page);
  await placeOrder(truck, { payment: "cash", customerName: "Ana Brook" });
  const wish = { payment: "cash", customerName: LONG_NAME, phone } as const;
  await placeOrder(truck, { ...wish, items: [{ name: PLAIN_ITEM, quantity: 2 }] });
  const latest = await placeOrder(truck, wish);
  await openAs(page, admin);
  await page.goto("/admin/customers");
  await expect(page.getByText("2 customers", { exact: true })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: LONG_NAME });
  // $13.00 and $6.50; the tax of 8.75 % is rounded for each order.
  await expect(row).toContainText("$21.21");
  await expect(row.getByRole("link", { name: /^\(\d/ })).toHaveAttribute("href", `tel:+1${phone}`);
  const search = page.getByRole("searchbox", { name: "Search customers" });
  for (const words of ["maximiliana", phone.slice(-7)]) {
    // Else the count of the search before would do, and the row be drawn again under the click.
    await search.fill("");
    await expect(page.getByText("2 customers", { exact: true })).toBeVisible();
    await search.fill(words);
    await expect(page.getByText("1 customer found", { exact: true })).toBeVisible();
    await expect(row).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("link", { name: LONG_NAME })).toBeVisible();
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 1000 });

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  // A cell that begins like a formula must not become one.
  expect(file).toContain(`'${LONG_NAME}`);
  expect(file.trim().split("\n")).toHaveLength(2);

  await row.getByRole("link", { name: LONG_NAME }).click();
  await expect(page.getByRole("heading", { level: 1, name: LONG_NAME })).toBeVisible();
  const orders = page.getByRole("table", { name: "Orders of this customer" });
  await expect(orders.getByRole("row")).toHaveCount(3);
  await expect(orders.getByRole("row").nth(1)).toContainText(`#${latest.orderNumber}`);
  await expect(orders.getByRole("row").nth(2)).toContainText(`2 × ${PLAIN_ITEM}`);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(search).toHaveValue(phone.slice(-7));
  expect(complaints).toEqual([]);
});
