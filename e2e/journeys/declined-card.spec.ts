import {
  CARDS,
  expectConfirmed,
  fillCard,
  payButton,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { expect, test } from "../harness/test.ts";

test("a declined card is told in the bank's words, and another card pays the same payment", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await payByCard(page, CARDS.declined);
  await expect(page.getByRole("alert").filter({ hasText: "declined" })).toHaveText(
    "Your card was declined.",
  );
  await expect(page).toHaveURL(/\/checkout$/);
  expect(await sandbox.texts(phone)).toEqual([]);

  await fillCard(page, CARDS.good);
  await payButton(page).click();
  const intentId = await expectConfirmed(page);

  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});

test("an incomplete card is refused before anything is sent", async ({ page, sandbox, phone }) => {
  await startPayment(page, phone);
  await payByCard(page, "424242424242");
  await expect(page.getByRole("alert").filter({ hasText: "incomplete" })).toHaveText(
    "Your card number is incomplete.",
  );
  expect(await sandbox.intents()).toMatchObject([{ status: "requires_payment_method" }]);
});
