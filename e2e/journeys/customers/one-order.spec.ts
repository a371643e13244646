import { openPayment, verifyPayment } from "../../harness/product/orders.ts";
import { expectConfirmed, orderNumberOf } from "../../harness/screens/checkout.ts";
import { expect, test } from "../../harness/test.ts";

const TIMES = 50;

test("the same payment verified fifty times at once, and in two tabs, gives one order and one SMS", async ({
  page,
  context,
  truck,
  sandbox,
  phone,
}) => {
  const intentId = await openPayment(truck, phone);
  await sandbox.pay(intentId);
  const other = await context.newPage();
  const confirmation = `${truck.path}/order-confirmation?payment_intent=${intentId}`;
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: TIMES }, () => verifyPayment(truck, intentId))),
    page.goto(confirmation),
    other.goto(confirmation),
  ]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
  expect(new Set(answers.map(({ order }) => order._id)).size).toBe(1);
  const [number, ...others] = new Set(answers.map(({ order }) => String(order.orderNumber)));
  expect(others).toEqual([]);
  for (const tab of [page, other]) {
    await expectConfirmed(tab);
    expect(await orderNumberOf(tab)).toBe(number);
    await expect(tab.getByText("SMS confirmation sent")).toBeVisible();
  }
  await page.reload();
  await expectConfirmed(page);
  expect(await orderNumberOf(page)).toBe(number);
  expect(await sandbox.texts(phone)).toHaveLength(1);
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});
