import { takenOver } from "../../harness/browser/layout.ts";
import { UNREACHABLE } from "../../harness/browser/network.ts";
import { PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import {
  CARDS,
  expectConfirmed,
  fillAddress,
  fillCard,
  fillCustomer,
  payButton,
} from "../../harness/screens/checkout.ts";
import { addToCart, goToCheckout } from "../../harness/screens/menu.ts";
import { checkoutAtPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

const NOT_LOADED = "This page did not load";

// Each test stops the product under an open page and starts it again.
test.afterEach(({ product }) => product.start());

test("a customer is told when home and checkout lose the server, and orders once it is back", async ({
  page,
  product,
  truck,
  sandbox,
  phone,
}) => {
  await page.goto("/");
  const link = page.getByRole("link", { name: truck.name });
  await takenOver(link);
  await product.stop();
  await link.click();
  await expect(page.getByRole("heading", { name: NOT_LOADED })).toBeVisible();
  await product.start();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { name: truck.name, level: 1 })).toBeVisible();

  await addToCart(page, PLAIN_ITEM);
  await goToCheckout(page);
  await fillCustomer(page, { phone });
  await product.stop();
  const submit = page.getByRole("button", { name: "Continue to Payment" });
  await submit.click();
  const alert = page.getByRole("alert").filter({
    hasText: "There was an error processing your order. Please try again.",
  });
  await expect(alert).toContainText(UNREACHABLE);
  await product.start();
  await submit.click();
  await expect(payButton(page)).toBeVisible();
  expect(await sandbox.payableIntents()).toHaveLength(1);
});

test("a customer pays once when the server goes away before and after the payment", async ({
  page,
  product,
  truck,
  sandbox,
  phone,
}) => {
  // The confirmation's code would otherwise be there before the server is gone.
  let letGo = () => {};
  const isGone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/order-confirmation-page-/, async (route) => {
    await isGone;
    await route.continue();
  });
  await checkoutAtPaymentStep(page, truck, { phone });
  await fillAddress(page);
  await fillCard(page, CARDS.good);
  await expect(payButton(page)).toBeEnabled();
  await product.stop();
  await payButton(page).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();

  await product.start();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order-confirmation\?/);
  await product.stop();
  letGo();
  await expect(page.getByRole("heading", { name: NOT_LOADED })).toBeVisible();
  await product.start();
  await page.getByRole("button", { name: "Reload the page" }).click();
  const intentId = await expectConfirmed(page);
  expect(await sandbox.payableIntents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});
