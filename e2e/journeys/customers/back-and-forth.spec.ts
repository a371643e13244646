import type { Page } from "@playwright/test";
import { dollars, totalOf } from "../../harness/product/money.ts";
import {
  CARDS,
  cardFrame,
  expectConfirmed,
  payButton,
  payByCard,
} from "../../harness/screens/checkout.ts";
import { addToCart, goToCheckout } from "../../harness/screens/menu.ts";
import { goToPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("back and forth, and with a cart that grew, there is one payable payment of the new total", async ({
  paymentStep: page,
  truck,
  sandbox,
}) => {
  for (const name of ["Rosa P.", "Rosa Parker"]) {
    await goBack(page);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await goToPaymentStep(page);
    expect(await sandbox.payableIntents()).toHaveLength(1);
  }

  await page.goto(truck.path);
  await addToCart(page, "Horchata");
  await goToCheckout(page);
  await goToPaymentStep(page);
  const { totalCents } = totalOf(650 + 395);
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  expect(await sandbox.payableIntents()).toMatchObject([{ amount: totalCents }]);

  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  expect(await sandbox.payableIntents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("a payment that went through unseen is not asked for twice", async ({
  paymentStep: page,
  sandbox,
}) => {
  const [intent] = await sandbox.intents();
  await goBack(page);
  await sandbox.pay(intent?.id ?? "");
  await goToPaymentStep(page);
  expect(await expectConfirmed(page)).toBe(intent?.id);
  expect(await sandbox.payableIntents()).toHaveLength(1);
});

/** Once the provider's form stands: while it is loading the step still moves, and a click can miss the button. */
async function goBack(page: Page): Promise<void> {
  await expect(cardFrame(page).getByLabel("Card number")).toBeVisible();
  await page.getByRole("button", { name: "Back to customer information" }).click();
  await expect(page.getByRole("heading", { name: "Customer Info" })).toBeVisible();
}
