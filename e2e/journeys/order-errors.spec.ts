import { continueToPayment, fillCustomer } from "../harness/checkout.ts";
import { addToCart, goToCheckout } from "../harness/menu.ts";
import { answerCall, breakCall, type Failure, TOLD, UNREACHABLE } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const ORDER_FAILED = "There was an error processing your order. Please try again.";
const REASONS: [Failure, string][] = [
  ["unreachable", UNREACHABLE],
  ["html", ORDER_FAILED],
  ["told-500", TOLD],
  ["empty-500", ORDER_FAILED],
];

test.beforeEach(async ({ page }) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await goToCheckout(page);
});

for (const [failure, reason] of REASONS) {
  test(`an order that could not be opened says so and can be sent again: ${failure}`, async ({
    page,
    sandbox,
    phone,
  }) => {
    const heal = await breakCall(page, "create-payment-intent", failure);
    await fillCustomer(page, { phone });
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    const alert = page.getByRole("alert").filter({ hasText: ORDER_FAILED });
    await expect(alert).toContainText(reason);
    await heal();
    await continueToPayment(page, { phone });
    await expect.poll(() => sandbox.payableIntents()).toHaveLength(1);
  });
}

test("an answer without a client secret opens no payment", async ({ page, phone }) => {
  await answerCall(page, "create-payment-intent", { paymentIntentId: "pi_1" });
  await fillCustomer(page, { phone });
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(
    page.getByText("No client secret received from payment intent creation"),
  ).toBeVisible();
});

test("an answer that got lost on the way opens no second payment", async ({
  page,
  sandbox,
  phone,
}) => {
  await page.route("**/api/create-payment-intent", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await fillCustomer(page, { phone });
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: UNREACHABLE })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
  expect(await sandbox.payableIntents()).toHaveLength(1);
});

test("the payment provider being out is told, and the order can be sent again", async ({
  page,
  sandbox,
  phone,
}) => {
  await sandbox.fault({ target: "stripe", mode: "error", match: "/v1/payment_intents" });
  await fillCustomer(page, { phone });
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: ORDER_FAILED })).toBeVisible();
  await sandbox.heal();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
  expect(await sandbox.payableIntents()).toHaveLength(1);
});
