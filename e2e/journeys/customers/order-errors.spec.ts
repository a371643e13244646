import { UNREACHABLE } from "../../harness/browser/network.ts";
import { goToPaymentStep, openCheckout } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

const ORDER_FAILED = "There was an error processing your order. Please try again.";

test("a provider that is out and an answer that got lost are told, and leave one payable payment", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await openCheckout(page, truck, { phone });
  const go = page.getByRole("button", { name: "Continue to Payment" });

  await sandbox.fault({ target: "stripe", mode: "error", match: "/v1/payment_intents" });
  await go.click();
  await expect(page.getByRole("alert").filter({ hasText: ORDER_FAILED })).toBeVisible();
  await sandbox.heal();

  const url = "**/api/create-payment-intent";
  await page.route(url, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await go.click();
  await expect(page.getByRole("alert").filter({ hasText: UNREACHABLE })).toBeVisible();
  await page.unroute(url);

  await goToPaymentStep(page);
  expect(await sandbox.payableIntents()).toHaveLength(1);
});
