import {
  CARDS,
  expectConfirmed,
  fillAddress,
  fillCard,
  fillCustomer,
  payButton,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { glimpse } from "../harness/glimpse.ts";
import { takenOver } from "../harness/layout.ts";
import { addToCart, goToCheckout } from "../harness/menu.ts";
import { UNREACHABLE } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const NOT_LOADED = "This page did not load";

// Each test really stops the product under an open page and starts it again; the page must live through it.
test.afterEach(({ product }) => product.start());

test("home: a page whose code does not arrive says so, and comes when the server is back", async ({
  page,
  product,
}) => {
  await page.goto("/");
  const truck = page.getByRole("link", { name: "Spicy Burritos" });
  await takenOver(truck);
  await product.stop();
  await truck.click();
  await expect(page.getByRole("heading", { name: NOT_LOADED })).toBeVisible();
  await product.start();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { name: "Spicy Burritos", level: 1 })).toBeVisible();
});

test("checkout: an order sent into the void is told, and sent again opens one payment", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
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

test("payment: paying into the void is told, and paying again takes the money once", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await fillAddress(page);
  await fillCard(page, CARDS.good);
  await expect(payButton(page)).toBeEnabled();
  await product.stop();
  await payButton(page).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await product.start();
  await payButton(page).click();
  const intentId = await expectConfirmed(page);
  expect(await sandbox.payableIntents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("confirmation: a server that goes away right after the payment costs a reload, not the order", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  // The page's code would otherwise be there before the server is gone.
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/order-confirmation-page-/, async (route) => {
    await gone;
    await route.continue();
  });
  await startPayment(page, phone);
  const told = glimpse(page, "Payment successful! Redirecting...");
  await payByCard(page, CARDS.good);
  await told;
  await product.stop();
  letGo();
  await expect(page.getByRole("heading", { name: NOT_LOADED })).toBeVisible();
  await product.start();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expectConfirmed(page);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
});
