import { expectNoBarriers } from "../harness/barriers.ts";
import { watchConsole } from "../harness/console.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, holdCall, SENTENCES, tryAgain, UNREACHABLE } from "../harness/network.ts";
import { placeOrder } from "../harness/quick-order.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("an order goes from the payment to the hatch, and the customer is told at each step", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const complaints = watchConsole(page);
  const { orderNumber } = await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  const ticket = page.getByRole("article", { name: `Order #${orderNumber}` });
  await expect(ticket.getByText("Chips and Guacamole")).toBeVisible();
  await expect(ticket.getByText(/^[0-2]m ago$/)).toBeVisible();
  for (const [label, shown] of [
    ["Mark as Confirmed", "Confirmed"],
    ["Mark as Preparing", "Preparing"],
    ["Mark as Ready for Pickup", "Ready for Pickup"],
    ["Mark as Completed", "Completed"],
  ] as const) {
    await ticket.getByRole("button", { name: label }).click();
    await expect(ticket.getByText(shown, { exact: true })).toBeVisible();
  }
  await expect(ticket.getByRole("button")).toHaveCount(0);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(3);
  const bodies = (await sandbox.texts(phone)).map(({ body }) => body).join("\n");
  expect(bodies).toContain("ready");
  expect(complaints).toEqual([]);
});

test("a cancelled order gives the money back, once", async ({ page, product, sandbox, phone }) => {
  const { orderNumber } = await placeOrder(product, sandbox, { phone });
  const before = (await sandbox.ledger()).refunds.length;
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  const ticket = page.getByRole("article", { name: `Order #${orderNumber}` });
  await ticket.getByRole("button", { name: "Mark as Cancelled" }).click();
  await expect(ticket.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect.poll(async () => (await sandbox.ledger()).refunds.length).toBe(before + 1);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(ticket.getByText("Refunded", { exact: true })).toBeVisible();
});

test("two colleagues press at once, and the second sees what the first did", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const order = await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  const ticket = page.getByRole("article", { name: `Order #${order.orderNumber}` });
  await expect(ticket).toBeVisible();
  const release = await holdCall(page, `orders/${order._id}`);
  await ticket.getByRole("button", { name: "Mark as Confirmed" }).click();
  await callAs(product, "superadmin", ["PATCH", `/orders/${order._id}`], { status: "cancelled" });
  await release();
  await expect(notifications(page)).toContainText(
    `Order #${order.orderNumber} is already Cancelled.`,
  );
  await expect(ticket.getByText("Cancelled", { exact: true })).toBeVisible();
});

for (const failure of ["unreachable", "html", "told-500"] as const) {
  test(`orders that cannot be loaded (${failure}) can be tried again`, async ({
    page,
    product,
  }) => {
    await enterAs(page, product, "admin");
    const heal = await breakCall(page, "orders?*", failure);
    await page.goto("/admin/orders");
    await expect(page.getByRole("heading", { name: "Failed to load orders" })).toBeVisible();
    await expect(page.getByText(SENTENCES[failure])).toBeVisible();
    await tryAgain(page, heal);
    await expect(page.getByRole("heading", { name: "Failed to load orders" })).toBeHidden();
  });
}

test("a refresh that fails says why, and the orders stay", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { orderNumber } = await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  const ticket = page.getByRole("article", { name: `Order #${orderNumber}` });
  await expect(ticket).toBeVisible();
  const heal = await breakCall(page, "orders?*", "unreachable");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expect(ticket).toBeVisible();
  await heal();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
});

test("an order that cannot be moved says so and stays as it is", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { orderNumber } = await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  const ticket = page.getByRole("article", { name: `Order #${orderNumber}` });
  await expect(ticket).toBeVisible();
  await page.route("**/api/orders/*", (route) => route.abort("connectionrefused"));
  await ticket.getByRole("button", { name: "Mark as Confirmed" }).click();
  await expect(notifications(page)).toContainText("Failed to update order status");
  await expect(ticket.getByText("Pending", { exact: true })).toBeVisible();
});

test("a superadmin chooses the truck, and each tab says its number", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { orderNumber } = await placeOrder(product, sandbox, {
    phone,
    slug: "harbor-roll",
    dish: await firstDish(product.url, "harbor-roll"),
  });
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/orders");
  await page.getByLabel("Food truck").selectOption({ label: "Harbor Roll" });
  const ticket = page.getByRole("article", { name: `Order #${orderNumber}` });
  await expect(ticket).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pending 1$/ })).toBeVisible();
  await page.getByRole("button", { name: /^Completed/ }).click();
  await expect(page.getByText("No orders are completed")).toBeVisible();
});

test("the tickets have no barrier and fit a phone", async ({ page, product, sandbox, phone }) => {
  await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectNoBarriers(page, "orders");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "orders on a phone");
});

/** The first dish that needs no choice. */
async function firstDish(url: string, slug: string): Promise<string> {
  const truck = await (await fetch(`${url}/api/trucks/by-slug/${slug}`)).json();
  const menu = await (await fetch(`${url}/api/menu-items/public/${truck._id}`)).json();
  return menu.find((item: { hasOptions: boolean }) => !item.hasOptions).name;
}
