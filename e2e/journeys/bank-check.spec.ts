import {
  answerBank,
  CARDS,
  expectConfirmed,
  fillCard,
  payButton,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { expect, test } from "../harness/test.ts";

const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. " +
  "Please choose a different payment method and try again.";

test("a card that asks the bank pays once the customer has agreed there", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await payByCard(page, CARDS.asksTheBank);
  await answerBank(page, "Complete");

  const intentId = await expectConfirmed(page);
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("a refused bank check is told, takes no money, and leaves room for another card", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await payByCard(page, CARDS.asksTheBank);
  await answerBank(page, "Fail");
  await expect(page.getByRole("alert").filter({ hasText: "authenticate" })).toHaveText(
    NOT_AUTHENTICATED,
  );
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);
  expect(await sandbox.texts(phone)).toEqual([]);

  await fillCard(page, CARDS.good);
  await payButton(page).click();
  const intentId = await expectConfirmed(page);
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("closing the bank's window counts as a refusal", async ({ page, sandbox, phone }) => {
  await startPayment(page, phone);
  await payByCard(page, CARDS.asksTheBank);
  await page.getByRole("button", { name: "Cancel the bank check" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "authenticate" })).toHaveText(
    NOT_AUTHENTICATED,
  );
  await expect(payButton(page)).toBeEnabled();
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);
});
