import {
  CARDS,
  expectConfirmed,
  orderNumberOf,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { TEXT_SEEN } from "../harness/live.ts";
import { expect, test } from "../harness/test.ts";

const TIMES = 50;

interface VerifyAnswer {
  status: string;
  order: { _id: string; orderNumber: string | number };
}

test("the same payment verified fifty times at once gives one order and one text", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  const [intent] = await sandbox.intents();
  await sandbox.pay(intent?.id ?? "");

  const verify = async () => {
    const response = await fetch(`${product.url}/api/verify-payment`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ payment_intent_id: intent?.id }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as VerifyAnswer;
  };
  const answers = await Promise.all(Array.from({ length: TIMES }, verify));

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(["succeeded"]));
  expect(new Set(answers.map((answer) => answer.order._id)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.order.orderNumber)).size).toBe(1);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});

test("looking at the confirmation again, from other tabs too, makes no second order or text", async ({
  page,
  context,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  const number = await orderNumberOf(page);
  await expect(page.getByText("SMS confirmation sent")).toBeVisible(TEXT_SEEN);

  const other = await context.newPage();
  await other.goto(page.url());
  await expectConfirmed(other);
  expect(await orderNumberOf(other)).toBe(number);
  await expect(other.getByText("SMS confirmation sent")).toBeVisible(TEXT_SEEN);
  expect(await sandbox.texts(phone)).toHaveLength(1);
});
