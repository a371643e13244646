import {
  deliverPush,
  shownNotifications,
  waitForWorker,
} from "../../harness/browser/service-worker.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { zoneInDaytime } from "../../harness/product/stops.ts";
import { openOrdersBoard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

// At any other time of day the pickup could be tomorrow, and then it names its day.
test.use({ truckFields: { timezone: zoneInDaytime() } });

test("an order that comes while no page of the staff is open is pushed to their device and shown", async ({
  page,
  product,
  truck,
  admin,
  sandbox,
}) => {
  await page.context().grantPermissions(["notifications"], { origin: product.url });
  await openOrdersBoard(page, admin);
  await page.getByRole("button", { name: "Sound and alerts" }).click();
  const alerts = page.getByRole("switch", { name: "Tell me on this device about new orders" });
  await alerts.click();
  await expect(alerts).toBeChecked();
  const scope = `${product.url}/admin/`;
  await waitForWorker(page, scope);
  const tab = await page.context().newPage();
  await tab.goto(`${product.url}/api/docs`);
  await page.close();

  const order = await placeOrder(truck, { pickupTime: "17:30" });
  await expect.poll(() => sandbox.pushes(order._id)).toHaveLength(1);
  const [content] = await sandbox.pushes(order._id);
  if (!content) throw new Error("nothing was pushed");
  expect(content.title).toBe(`New order #${order.orderNumber}`);
  expect(content.body).toBe("1 item, pickup 5:30 PM");
  expect(content.url).toBe("/admin/orders");

  await deliverPush(tab, scope, content);
  await expect
    .poll(() => shownNotifications(tab, scope))
    .toEqual([`${content.title}: ${content.body}`]);
});
