import { expectConfirmed, startPayment } from "../harness/checkout.ts";
import { expect, test } from "../harness/test.ts";

test("a text that cannot be sent is no error of the order", async ({ page, sandbox, phone }) => {
  await sandbox.fault({ target: "twilio", mode: "error" });
  await startPayment(page, phone);
  const [intent] = await sandbox.intents();
  await sandbox.pay(intent?.id ?? "");
  await page.goto(`/spicy-burritos/order-confirmation?payment_intent=${intent?.id}`);
  await expectConfirmed(page);
  await expect(page.getByText(/Sending SMS confirmation\.\.\.|SMS may be delayed/)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
