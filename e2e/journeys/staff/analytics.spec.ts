import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { expect, test } from "../../harness/test.ts";

const MENU = [{ name: "Pupusa", basePrice: 5 }];
test.use({ truckFields: { taxRate: 10 }, menu: [MENU, { scope: "test" }] });

test("the figures are those of the orders, as cards, chart, table and file", async ({
  page,
  truck,
  admin,
}) => {
  const complaints = watchConsole(page);
  const pupusas = (quantity: number) => ({
    payment: "cash" as const,
    items: [{ name: "Pupusa", quantity }],
  });
  await placeOrder(truck, pupusas(1));
  await placeOrder(truck, pupusas(3));
  await placeOrder(truck, { ...pupusas(2), status: "cancelled" });
  await openAs(page, admin);
  await page.goto("/admin/analytics?period=7");
  // Four at $5.00 and a tenth of tax; the cancelled order sells nothing.
  await expectFigure(page, "Revenue", "$22.00");
  await expectFigure(page, "Orders", "2");
  await expectFigure(page, "Average order", "$11.00");
  await expectFigure(page, "Items sold", "4");
  await expectFigure(page, "Cancelled", "33");
  const top = page.getByRole("table", { name: "Top items" }).getByRole("row").nth(1);
  await expect(top.getByRole("rowheader", { name: "Pupusa" })).toBeVisible();
  await expect(top.getByRole("cell", { name: "4", exact: true })).toBeVisible();

  const hours = page.getByRole("region", { name: "By hour of day", exact: true });
  await expect(hours.getByRole("img", { name: /^Revenue by hour of day: .+\$/ })).toBeVisible();
  await hours.getByText("Orders", { exact: true }).click();
  await expect(
    hours.getByRole("img", { name: /^Orders by hour of day: .+ orders?/ }),
  ).toBeVisible();
  await hours.getByText("Table", { exact: true }).click();
  const counts = hours.getByRole("row").locator("td:nth-of-type(1)");
  const sum = async () =>
    (await counts.allInnerTexts()).reduce((total, cell) => total + Number(cell), 0);
  await expect.poll(sum).toBe(2);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("22.00");
  expect(file).toContain("Pupusa");

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "analytics as a table on a phone");
  await page.getByText("Custom", { exact: true }).click();
  await page.getByLabel("From").fill("2025-01-31");
  await page.getByLabel("To", { exact: true }).fill("2025-02-28");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("No orders in this period")).toBeVisible();
  await expect(page).toHaveURL(/from=2025-01-31&to=2025-02-28/);
  await page.goBack();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expectFigure(page, "Revenue", "$22.00");
  expect(complaints).toEqual([]);
});

/** A figure on its card; the card may go on with how that compares. */
async function expectFigure(page: Page, label: string, value: string): Promise<void> {
  const term = page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) });
  const card = page.getByRole("main").locator("dl > div").filter({ has: term });
  await expect(card.getByRole("definition").first()).toContainText(value);
}
