import type { Page } from "@playwright/test";
import type { OwnTruck } from "../../harness/product/product.ts";
import { CARDS, payByCard } from "../../harness/screens/checkout.ts";
import { checkoutAtPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("closing the browser right after paying still makes the order and its SMS, without webhooks too", async ({
  page,
  newPage,
  truck,
  sandbox,
  phone,
}) => {
  await payAndClose(page, truck, phone);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);

  // Then the reconciler finds the payment.
  await sandbox.fault({ target: "webhooks", mode: "drop" });
  await payAndClose(await newPage(), truck, phone);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(2);
  const succeeded = { status: "succeeded" };
  expect(await sandbox.intents()).toMatchObject([succeeded, succeeded]);
});

/** Pays, and closes the page before it can tell the server. */
async function payAndClose(page: Page, truck: OwnTruck, phone: string): Promise<void> {
  await page.route("**/api/verify-payment", (route) => route.abort());
  await checkoutAtPaymentStep(page, truck, { phone });
  const paid = page.waitForResponse(
    (response) => response.url().endsWith("/confirm") && response.status() === 200,
  );
  await payByCard(page, CARDS.good);
  await paid;
  await page.close();
}
