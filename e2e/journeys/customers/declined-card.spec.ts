import {
  CARDS,
  expectPaidOnce,
  fillCard,
  payButton,
  payByCard,
} from "../../harness/screens/checkout.ts";
import { expect, test } from "../../harness/test.ts";

test("an incomplete and a declined card are refused in the provider's words, and another pays", async ({
  paymentStep: page,
  sandbox,
  phone,
}) => {
  await payByCard(page, "424242424242");
  await expect(page.getByRole("alert").filter({ hasText: "incomplete" })).toHaveText(
    "Your card number is incomplete.",
  );
  expect(await sandbox.intents()).toMatchObject([{ status: "requires_payment_method" }]);

  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "declined" })).toHaveText(
    "Your card was declined.",
  );
  await expect(page).toHaveURL(/\/checkout$/);
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);
  expect(await sandbox.texts(phone)).toEqual([]);

  await fillCard(page, CARDS.good);
  await payButton(page).click();
  await expectPaidOnce(page, sandbox);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});
