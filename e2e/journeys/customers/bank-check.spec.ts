import { watchConsole } from "../../harness/browser/console.ts";
import {
  answerBank,
  CARDS,
  expectPaidOnce,
  fillCard,
  payButton,
  payByCard,
} from "../../harness/screens/checkout.ts";
import { expect, test } from "../../harness/test.ts";

const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. " +
  "Please choose a different payment method and try again.";

test("a card that needs the bank's check pays once the customer has agreed there", async ({
  paymentStep: page,
  sandbox,
}) => {
  const complaints = watchConsole(page);
  await payByCard(page, CARDS.asksTheBank);
  await answerBank(page, "Complete");

  await expectPaidOnce(page, sandbox);
  expect(complaints).toEqual([]);
});

test("a closed and a failed bank check take no money, and another card pays", async ({
  paymentStep: page,
  sandbox,
  phone,
}) => {
  const refusal = page.getByRole("alert").filter({ hasText: "authenticate" });
  await payByCard(page, CARDS.asksTheBank);
  await page.getByRole("button", { name: "Cancel the bank check" }).click();
  await expect(refusal).toHaveText(NOT_AUTHENTICATED);
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);

  await payButton(page).click();
  await answerBank(page, "Fail");
  await expect(refusal).toHaveText(NOT_AUTHENTICATED);
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);
  expect(await sandbox.texts(phone)).toEqual([]);

  await fillCard(page, CARDS.good);
  await payButton(page).click();
  await expectPaidOnce(page, sandbox);
});
