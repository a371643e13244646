import { readConfirmationSms } from "../../harness/product/orders.ts";
import { CARDS, expectConfirmed, payByCard } from "../../harness/screens/checkout.ts";
import { checkoutAtPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("an SMS that cannot be sent is no error of the order", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await sandbox.fault({ target: "twilio", mode: "error" });
  await checkoutAtPaymentStep(page, truck, { phone });
  await payByCard(page, CARDS.good);
  const paymentIntentId = await expectConfirmed(page);
  await expect(page.getByText("Sending SMS confirmation...")).toBeVisible();

  await expect.poll(() => readConfirmationSms(truck, paymentIntentId)).toBe("failed");
  // Longer than the page waits before it asks again.
  await page.clock.fastForward(30_000);
  await expect(page.getByText("SMS may be delayed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await sandbox.texts(phone)).toEqual([]);
});
