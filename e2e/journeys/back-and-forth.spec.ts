import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  payButton,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { glimpse } from "../harness/glimpse.ts";
import { addToCart, goToCheckout } from "../harness/menu.ts";
import { dollars, totalOf } from "../harness/money.ts";
import { expect, test } from "../harness/test.ts";

test("back to step 1 and forward again leaves one payable payment", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  for (const name of ["Rosa P.", "Rosa Parker"]) {
    await page.getByRole("button", { name: "Back to customer information" }).click();
    await expect(page.getByRole("heading", { name: "Customer Info" })).toBeVisible();
    await continueToPayment(page, { phone, name });
    await expect.poll(() => sandbox.payableIntents()).toHaveLength(1);
  }
  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  expect(await sandbox.payableIntents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("a cart that grew meanwhile is paid at its new total, and the earlier payment is void", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await page.goto("/spicy-burritos");
  await addToCart(page, "Pork Tamale");
  await goToCheckout(page);
  await continueToPayment(page, { phone });
  const { totalCents } = totalOf(650 + 475);
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  expect(await sandbox.payableIntents()).toMatchObject([{ amount: totalCents }]);
});

test("a payment that went through unseen is not asked for twice", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  const [first] = await sandbox.intents();
  await page.getByRole("button", { name: "Back to customer information" }).click();
  await sandbox.pay(first?.id ?? "");
  const told = glimpse(page, "Payment already completed!");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await told;
  expect(await expectConfirmed(page)).toBe(first?.id);
  expect(await sandbox.payableIntents()).toHaveLength(1);
});
