import { CARDS, expectConfirmed, payButton, payByCard } from "../../harness/screens/checkout.ts";
import { checkoutAtPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("an error of the provider is told, and one after the money has moved ends in the order", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await checkoutAtPaymentStep(page, truck, { phone });
  await sandbox.fault({ target: "stripe", mode: "error", match: "/confirm" });
  await payByCard(page, CARDS.good);
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  expect(await sandbox.intents()).toMatchObject([{ amount_received: 0 }]);

  await sandbox.heal();
  await sandbox.fault({ target: "stripe", mode: "error_after", match: "/confirm", times: 1 });
  await payButton(page).click();
  const intentId = await expectConfirmed(page);
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("a bank that takes its time is waited for, over a reload too, and its yes makes the order", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await checkoutAtPaymentStep(page, truck, { phone });
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
