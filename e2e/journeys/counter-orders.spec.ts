import { expectNoBarriers } from "../harness/barriers.ts";
import { watchConsole } from "../harness/console.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { option } from "../harness/menu.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

interface Taken {
  _id: string;
  orderNumber: string;
  paymentStatus: string;
  total: number;
}

test("a walk-up is taken by keyboard, paid later at the window, and once only", async ({
  page,
  product,
}) => {
  const complaints = watchConsole(page);
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  await page.getByRole("link", { name: "New order" }).click();
  const search = page.getByRole("searchbox", { name: "Search the menu" });
  await search.fill("chips");
  await search.press("Enter");
  await search.fill("verde wet");
  await search.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Verde Wet Burrito" });
  await option(dialog, "Grilled chicken").check();
  await dialog.getByRole("button", { name: /^Add to order/ }).click();
  const order = page.getByRole("form", { name: "This order" });
  await expect(order.getByText("Grilled chicken")).toBeVisible();
  await order.getByText("Not paid yet").click();
  await expectNoBarriers(page, "counter order");
  await order.getByRole("button", { name: "Take order · $20.93" }).dblclick();
  await expect(page.getByRole("button", { name: "Next order" })).toBeFocused();
  const { orders } = await callAs<{ orders: Taken[] }>(product, "admin", [
    "GET",
    "/orders?q=Walk-up",
  ]);
  expect(orders.map(({ paymentStatus, total }) => [paymentStatus, total])).toEqual([
    ["unpaid", 20.93],
  ]);
  await page.getByRole("link", { name: "Open order" }).click();
  await page.getByRole("button", { name: "Paid in cash" }).click();
  await expect(page.getByText(/^In cash at the window, taken by Marisol Vega/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Paid by card" })).toBeHidden();
  expect(complaints).toEqual([]);
});

test("on a phone the order is in reach all along the menu", async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders/new");
  await page.getByRole("button", { name: /^Chips and Guacamole/ }).click();
  await page.getByRole("link", { name: /Review · \$7\.07/ }).click();
  await expectNoSideScroll(page);
  await page.getByRole("button", { name: "Take order · $7.07" }).click();
  await expect(page.getByText("$7.07 paid")).toBeVisible();
  await page.getByRole("button", { name: "Next order" }).click();
  await expect(page.getByText("Nothing yet.")).toBeVisible();
});
