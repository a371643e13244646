import { deliverPush, shownNotifications } from "../../harness/browser/service-worker.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { openOrdersBoard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

test("an order that comes while no page of the staff is open is pushed to their device and shown", async ({
  page,
  product,
  truck,
  admin,
  sandbox,
}) => {
  await page.context().grantPermissions(["notifications"], { origin: product.url });
  await openOrdersBoard(page, admin);
  const alerts = page.getByRole("switch", { name: "Tell me on this device about new orders" });
  await alerts.click();
  await expect(alerts).toBeChecked();
  const tab = await page.context().newPage();
  await tab.goto(`${product.url}/api/docs`);
  await page.close();

  const order = await placeOrder(truck);
  await expect.poll(() => sandbox.pushes(order._id)).toHaveLength(1);
  const [content] = await sandbox.pushes(order._id);
  if (!content) throw new Error("nothing was pushed");
  expect(content.title).toBe(`New order #${order.orderNumber}`);
  // With its day in the last hour before midnight.
  expect(content.body).toMatch(/^1 item, pickup (?:[A-Z][a-z]{2} )?\d{1,2}:\d{2} [AP]M$/);
  expect(content.url).toBe("/admin/orders");

  const scope = `${product.url}/admin/`;
  await deliverPush(tab, scope, content);
  await expect
    .poll(() => shownNotifications(tab, scope))
    .toEqual([`${content.title}: ${content.body}`]);
});
