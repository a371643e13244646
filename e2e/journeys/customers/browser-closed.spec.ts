import type { Page } from "@playwright/test";
import type { OwnTruck } from "../../harness/product/own-trucks.ts";
import { CARDS, payByCard } from "../../harness/screens/checkout.ts";
import { checkoutAtPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("closing the browser right after paying still makes the order and its SMS", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await payAndClose(page, truck, phone);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  expect(await sandbox.intents()).toMatchObject([{ status: "succeeded" }]);
});

test("with every webhook lost as well, the reconciler makes the order", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await sandbox.fault({ target: "webhooks", mode: "drop" });
  await payAndClose(page, truck, phone);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  expect(await sandbox.intents()).toMatchObject([{ status: "succeeded" }]);
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
