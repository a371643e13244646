import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expectNoBarriers } from "../harness/barriers.ts";
import { watchConsole } from "../harness/console.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import type { Product } from "../harness/product.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

interface Dish {
  _id: string;
  name: string;
  hasOptions: boolean;
}

interface Sale {
  orderNumber: string;
  total: number;
  dish: string;
}

/** An order taken at the window of the test truck. */
async function sell(product: Product, customerName: string, phone: string): Promise<Sale> {
  const { truckId } = await truckOf(product);
  const menu = await callAs<Dish[]>(product, "otherAdmin", ["GET", `/menu-items/truck/${truckId}`]);
  const dish = menu.find(({ hasOptions }) => !hasOptions);
  if (!dish) throw new Error("The test truck sells nothing plain.");
  const order = await callAs<{ orderNumber: string; total: number }>(
    product,
    "otherAdmin",
    ["POST", "/orders"],
    {
      customerName,
      customerPhone: phone,
      items: [{ menuItemId: dish._id, quantity: 2, optionIds: [] }],
      payment: "cash",
    },
  );
  return { ...order, dish: dish.name };
}

async function truckOf(product: Product): Promise<{ truckId: string }> {
  const { user } = await callAs<{ user: { truckId: string } }>(product, "otherAdmin", [
    "GET",
    "/auth/verify",
  ]);
  return user;
}

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  return contentOf(await download);
}

async function contentOf(download: Download): Promise<string> {
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  return readFile(await download.path(), "utf8");
}

/** As the screens write it. */
function sum(dollars: number): string {
  return `$${dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

test("whoever orders becomes a customer with a history, and a line of the export", async ({
  page,
  product,
  phone,
}) => {
  const complaints = watchConsole(page);
  const name = `=Regina ${phone.slice(-4)}`;
  const first = await sell(product, name, phone);
  const second = await sell(product, name, phone);
  await enterAs(page, product, "otherAdmin");
  await page.goto("/admin/customers");
  await page.getByRole("searchbox", { name: "Search customers" }).fill(phone.slice(-7));
  await expect(page.getByText("1 customer found")).toBeVisible();
  const line = page.getByRole("row", { name: new RegExp(name) });
  await expect(line).toContainText(sum(first.total + second.total));
  await expect(line.getByRole("link", { name: /555|\(/ }).first()).toHaveAttribute(
    "href",
    `tel:+1${phone}`,
  );
  const table = await exported(page);
  // A cell that starts like a formula must not become one.
  expect(table).toContain(`'${name}`);
  expect(table.trim().split("\n")).toHaveLength(2);

  await line.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const orders = page.getByRole("table", { name: "Orders of this customer" });
  await expect(orders.getByRole("row")).toHaveCount(3);
  await expect(orders.getByRole("row").nth(1)).toContainText(`#${second.orderNumber}`);
  await expect(orders.getByRole("row").nth(2)).toContainText(`2 × ${first.dish}`);
  await expectNoBarriers(page, "customer");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("another truck's customer is nobody here", async ({ page, product, phone }) => {
  await sell(product, "Somebody Else", phone);
  const { customers } = await callAs<{ customers: { _id: string }[] }>(product, "superadmin", [
    "GET",
    `/customers?q=${phone}`,
  ]);
  await enterAs(page, product, "admin");
  await page.goto(`/admin/customers/${customers[0]?._id}`);
  await expect(page.getByRole("heading", { name: "Customer not found" })).toBeVisible();
});

test("what was sold today is in today's figures, as a chart, as a table and as a file", async ({
  page,
  product,
  phone,
}) => {
  const complaints = watchConsole(page);
  const { dish } = await sell(product, "Fig Figure", phone);
  await enterAs(page, product, "otherAdmin");
  const answer = page.waitForResponse(/\/api\/analytics\?/);
  await page.goto("/admin/analytics?period=today");
  const { totals } = (await (await answer).json()) as {
    totals: { revenue: number; orders: number };
  };
  expect(totals.orders).toBeGreaterThan(0);
  const figures = page.getByRole("main").locator("dl");
  await expect(figures).toContainText(sum(totals.revenue));
  const hours = page.getByRole("region", { name: "By hour of day" });
  await expect(hours.getByRole("img", { name: /^Revenue, by hour of day/ })).toBeVisible();
  await hours.getByText("Table").click();
  const cells = hours.getByRole("row").locator("td:nth-of-type(1)");
  await expect
    .poll(async () => (await cells.allInnerTexts()).reduce((all, cell) => all + Number(cell), 0))
    .toBe(totals.orders);
  await expect(page.getByRole("table", { name: "Top items" })).toContainText(dish);
  expect(await exported(page)).toContain(totals.revenue.toFixed(2));
  expect(complaints).toEqual([]);
});

test("a period of any days is in the address, and the browser's Back returns", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/analytics");
  await page.getByText("Custom", { exact: true }).click();
  await page.getByLabel("From").fill("2025-01-31");
  await page.getByLabel("To", { exact: true }).fill("2025-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("The first day must not be after the last day")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2025-02-28");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("No orders in this period")).toBeVisible();
  await expect(page).toHaveURL(/from=2025-01-31&to=2025-02-28/);
  await page.goBack();
  await expect(page.getByRole("radio", { name: "30 days" })).toBeChecked();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("customers and figures fit a phone without a barrier", async ({ page, product, phone }) => {
    await sell(product, "Maximiliana Wolfeschlegelsteinhausenbergerdorff-Fea", phone);
    await enterAs(page, product, "superadmin");
    await page.goto("/admin/customers");
    await expect(page.getByRole("link", { name: /Maximiliana/ }).first()).toBeVisible();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, "customers");
    await page.goto("/admin/analytics?period=7");
    await expect(page.getByRole("img", { name: /^Revenue, by day/ })).toBeVisible();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, "analytics");
    await page.getByText("Table", { exact: true }).first().click();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, "analytics as a table");
  });
});
