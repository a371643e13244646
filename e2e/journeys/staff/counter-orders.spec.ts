import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs, readAs } from "../../harness/product/accounts.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { option } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

const BOTH = totalOf(650 + 1150).totalCents;
const CHIPS = totalOf(650).totalCents;

test("an order is taken at the counter by keyboard, once, paid in cash later, and taken on a phone too", async ({
  page,
  product,
  admin,
}) => {
  const complaints = watchConsole(page);
  await openAs(page, admin);
  await page.goto("/admin/orders");
  await page.getByRole("link", { name: "New order" }).click();

  await test.step("by keyboard, and once although it is pressed twice", async () => {
    const search = page.getByRole("searchbox", { name: "Search the menu" });
    await search.fill("chips");
    await search.press("Enter");
    await search.fill("garden");
    await search.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Garden Burrito" });
    await option(dialog, "Grilled chicken").check();
    await dialog.getByRole("button", { name: /^Add to order/ }).click();
    const order = page.getByRole("region", { name: "This order" });
    await expect(order.getByText("Grilled chicken")).toBeVisible();
    await expect(order.getByText(dollars(BOTH), { exact: true })).toBeVisible();
    await expectNoBarriers(page, "counter order");
    await order.getByRole("button", { name: "Pay later" }).dblclick();
    await expect(page.getByRole("button", { name: "Next order" })).toBeFocused();
    const { orders } = await readAs<{ orders: { paymentStatus: string; total: number }[] }>(
      product,
      admin,
      "/orders",
    );
    expect(orders.map(({ paymentStatus, total }) => [paymentStatus, total])).toEqual([
      ["unpaid", BOTH / 100],
    ]);
  });

  await test.step("the cash is taken later", async () => {
    await page.getByRole("link", { name: "Open order" }).click();
    await page.getByRole("button", { name: "Paid in cash" }).click();
    const taken = `In cash at the counter, taken by ${admin.name}`;
    await expect(page.getByText(taken)).toBeVisible();
    await expect(page.getByRole("button", { name: "Paid by card" })).toBeHidden();
  });

  await test.step("what arrived before its answer was lost is one order, also when the tablet sends it again", async () => {
    await page.goto("/admin/orders/new");
    await page.getByRole("button", { name: /^Chips and Salsa/ }).click();
    await page.route(
      "**/api/orders",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const order = page.getByRole("region", { name: "This order" });
    await order.getByRole("button", { name: "Card" }).click();
    await expect(page.getByText("A-1", { exact: true })).toBeVisible();
    await expect(page.getByText(`${dollars(CHIPS)} paid by card`)).toBeVisible();
    await page.getByRole("button", { name: "Next order" }).click();
    await expect(page.getByText(/on this tablet only|^Sending/)).toBeHidden();
    const { total } = await readAs<{ total: number }>(product, admin, "/orders");
    expect(total).toBe(2);
  });

  await test.step("on a phone the order is in reach all along the menu", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/admin/orders/new");
    await page.getByRole("button", { name: /^Chips and Salsa/ }).click();
    await page.getByRole("button", { name: `Review · ${dollars(CHIPS)}` }).click();
    const sheet = page.getByRole("dialog", { name: "This order" });
    await expectNoSideScroll(page);
    await sheet.getByRole("button", { name: "Cash" }).click();
    await expectNoSideScroll(page);
    await sheet.getByRole("button", { name: "Exact" }).click();
    await expect(page.getByText(`${dollars(CHIPS)} paid in cash`)).toBeVisible();
    await page.getByRole("button", { name: "Next order" }).click();
    await expect(page.getByRole("button", { name: /^Chips and Salsa/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /Review/ })).toHaveCount(0);
  });
  // The browser itself says that the answer was cut off.
  expect(complaints.filter((one) => !one.includes("ERR_FAILED"))).toEqual([]);
});
