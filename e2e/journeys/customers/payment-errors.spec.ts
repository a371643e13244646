import {
  CARDS,
  expectConfirmed,
  expectPaidOnce,
  payButton,
  payByCard,
} from "../../harness/screens/checkout.ts";
import { expect, test } from "../../harness/test.ts";

test("an error of the provider is told, and one after the money has moved ends in the order", async ({
  paymentStep: page,
  sandbox,
}) => {
  await sandbox.fault({ target: "stripe", mode: "error", match: "/confirm" });
  await payByCard(page, CARDS.good);
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);

  await sandbox.heal();
  await sandbox.fault({ target: "stripe", mode: "error_after", match: "/confirm", times: 1 });
  await payButton(page).click();
  await expectPaidOnce(page, sandbox);
});

test("a bank that takes its time is waited for, over a reload too, and its yes makes the order", async ({
  paymentStep: page,
  sandbox,
  phone,
}) => {
  const [intent] = await sandbox.intents();
  const id = intent?.id ?? "";
  await page.route("**/v1/payment_intents/*/confirm", async (route) => {
    await sandbox.move(id, "processing");
    await route.fulfill({
      headers: { "Access-Control-Allow-Origin": "*" },
      json: { id, object: "payment_intent", status: "processing" },
    });
  });
  await payByCard(page, CARDS.good);
  await expect(
    page.getByText("Payment is being processed. You will receive confirmation shortly."),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your payment is being processed...")).toBeVisible();
  await sandbox.move(id, "succeeded");
  expect(await expectConfirmed(page)).toBe(id);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});
