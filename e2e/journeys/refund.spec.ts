import { expectNoBarriers } from "../harness/barriers.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { placeOrder } from "../harness/quick-order.ts";
import type { Sandbox } from "../harness/sandbox.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

interface Refund {
  id: string;
  amount: number;
}

/** What the provider has sent back since `known`, in cents. */
async function sentSince(sandbox: Sandbox, known: Set<string>): Promise<number[]> {
  const refunds = (await sandbox.ledger()).refunds as Refund[];
  return refunds.filter(({ id }) => !known.has(id)).map(({ amount }) => amount);
}

async function refundIds(sandbox: Sandbox): Promise<Set<string>> {
  return new Set(((await sandbox.ledger()).refunds as Refund[]).map(({ id }) => id));
}

test("staff give an amount back, the guest is told, and the ledger says so", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { orderNumber } = await placeOrder(product, sandbox, { phone });
  const known = await refundIds(sandbox);
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/orders");
  await page.getByLabel("Food truck").selectOption({ label: "Spicy Burritos" });
  await page.getByRole("link", { name: `#${orderNumber}`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order #${orderNumber}`);
  await page.getByRole("button", { name: "Give money back" }).click();
  const drawer = page.getByRole("dialog", { name: "Give money back" });
  await drawer.getByRole("button", { name: "Give back" }).click();
  await expect(drawer.getByText("Say why the money goes back.")).toBeVisible();
  await drawer.getByLabel("Amount", { exact: true }).fill("1.50");
  await drawer.getByLabel("Reason").fill("The guacamole was brown");
  await drawer.getByRole("button", { name: "Give back $1.50" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Give back" }).click();
  await expect(drawer).toBeHidden();
  const refunds = page.getByRole("list", { name: "Refunds" });
  await expect(refunds.getByText("The guacamole was brown")).toBeVisible();
  await expect.poll(() => sentSince(sandbox, known)).toEqual([150]);
  await page.reload();
  await expect(page.getByText("Partly refunded")).toBeVisible();
  await expect(refunds.getByText("Sent")).toBeVisible();
  await expect.poll(async () => (await sandbox.texts(phone)).length).toBe(2);

  await page.goto("/admin/ledger");
  const entry = page.getByRole("row").filter({ hasText: `#${orderNumber}` });
  await expect(entry.filter({ hasText: "Spicy Burritos" }).getByText("$1.50")).toBeVisible();
});

test("nobody gives back more than is left, nor an item twice", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const order = await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "admin");
  await page.goto(`/admin/orders/${order._id}`);
  await page.getByRole("button", { name: "Give money back" }).click();
  const drawer = page.getByRole("dialog", { name: "Give money back" });
  await drawer.getByLabel("Amount", { exact: true }).fill("900");
  await drawer.getByLabel("Reason").fill("Too much");
  await drawer.getByRole("button", { name: "Give back $900.00" }).click();
  await expect(drawer.getByText(/^Only \$.* can still be given back\.$/)).toBeVisible();
  await drawer.getByLabel("Items with their tax").check();
  await drawer.getByRole("button", { name: /^Increase quantity/ }).click();
  await drawer.getByRole("button", { name: /^Give back \$/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Give back" }).click();
  await expect(drawer).toBeHidden();
  // All of the order is back, so nothing more is offered.
  await expect(page.getByRole("button", { name: "Give money back" })).toBeHidden();
  await expect(page.getByText("Can still be given back")).toBeVisible();
  await expect(page.getByText("1 × Chips and Guacamole")).toBeVisible();
});

test("an order and the ledger can be read and used by everybody", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const order = await placeOrder(product, sandbox, { phone });
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/orders/${order._id}`);
  await page.getByRole("button", { name: "Give money back" }).click();
  await expect(page.getByRole("dialog", { name: "Give money back" })).toBeVisible();
  await expectNoBarriers(page, "refund drawer");
  await page.keyboard.press("Escape");
  await expectNoBarriers(page, "order");
  await expectNoSideScroll(page);
  await page.goto("/admin/ledger");
  await expect(page.getByRole("heading", { name: "By order" })).toBeVisible();
  await expectNoBarriers(page, "ledger");
  await expectNoSideScroll(page);
  await page.goto("/admin/held-payments");
  await expect(page.getByRole("heading", { level: 1, name: "Held payments" })).toBeVisible();
  await expectNoBarriers(page, "held payments");
});

test("an order that is not there, or another truck's, is not found", async ({ page, product }) => {
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders/000000000000000000000000");
  await expect(page.getByRole("heading", { name: "Order not found" })).toBeVisible();
});
