import type { Page } from "@playwright/test";
import { CARDS, payByCard, startPayment } from "../harness/checkout.ts";
import { expect, test } from "../harness/test.ts";

const RECONCILED_WITHIN_MS = 120_000;

test("closing the browser right after paying still yields the order and its text", async ({
  page,
  sandbox,
  phone,
}) => {
  await payAndVanish(page, phone);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  expect(await sandbox.intents()).toMatchObject([{ status: "succeeded" }]);
});

test("with every webhook lost as well the order appears within two minutes", async ({
  page,
  sandbox,
  phone,
}) => {
  test.setTimeout(RECONCILED_WITHIN_MS + 30_000);
  await sandbox.fault({ target: "webhooks", mode: "drop" });
  await payAndVanish(page, phone);
  await expect.poll(() => sandbox.texts(phone), { timeout: RECONCILED_WITHIN_MS }).toHaveLength(1);
});

/** Pays, and is gone before the page can tell the server about it. */
async function payAndVanish(page: Page, phone: string): Promise<void> {
  await page.route("**/api/verify-payment", (route) => route.abort());
  await startPayment(page, phone);
  const paid = page.waitForResponse(
    (response) => response.url().endsWith("/confirm") && response.status() === 200,
  );
  await payByCard(page, CARDS.good);
  await paid;
  await page.close();
}
