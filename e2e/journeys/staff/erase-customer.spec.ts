import { readFile } from "node:fs/promises";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { changeOrderStatus, placeOrder } from "../../harness/product/orders.ts";
import { expect, test } from "../../harness/test.ts";

const TOTAL = totalOf(650).totalCents;

test("a customer's data is exported and erased on a phone, not before the order is done, and the amounts stay", async ({
  page,
  truck,
  superadmin,
  sandbox,
  phone,
}) => {
  const order = await placeOrder(truck, {
    customerName: "Ottoline Quill",
    phone,
    payment: "cash",
    items: [{ name: PLAIN_ITEM }],
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await openAs(page, superadmin);
  await page.goto(`/admin/customers/${order.customerId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ottoline Quill" })).toBeVisible();
  await expectNoSideScroll(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`customer-${order.customerId}.json`);
  const kept = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(kept).toMatchObject({ name: "Ottoline Quill", orders: [{ total: TOTAL / 100 }] });

  await page.getByRole("button", { name: "Erase personal data" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Erase Ottoline Quill?" });
  const erase = dialog.getByRole("button", { name: "Erase for good" });
  await expectNoBarriers(page, "erase a customer");
  await expectNoSideScroll(page);
  await dialog.getByLabel("Last four digits").fill(phone.slice(-4));
  await erase.scrollIntoViewIfNeeded();
  await expect(erase).toBeInViewport();
  await erase.click();
  await expect(dialog.getByText("has an open order")).toBeVisible();

  await changeOrderStatus(order, "completed");
  // An SMS that waits to be sent is in the way as well. Only a refusal is asked once more, never a slow answer.
  await expect(async () => {
    const answer = page.waitForResponse(/\/erasure$/);
    await erase.click();
    expect((await answer).ok()).toBe(true);
  }).toPass();
  await expect(page.getByRole("heading", { level: 1, name: "Erased customer" })).toBeVisible();
  for (const { status } of await sandbox.texts(phone)) expect(status).toBe("delivered");
  await expect(page.getByText("No phone")).toBeVisible();
  const entry = page.getByRole("listitem").or(page.getByRole("row"));
  await expect(entry.filter({ hasText: `#${order.orderNumber}` }).first()).toContainText(
    dollars(TOTAL),
  );

  await page.goto("/admin/customers");
  await page.getByRole("searchbox", { name: "Search customers" }).fill(phone.slice(-7));
  await expect(page.getByRole("heading", { name: "No customer matches" })).toBeVisible();
});
