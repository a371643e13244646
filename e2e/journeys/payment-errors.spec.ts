import type { Page } from "@playwright/test";
import {
  CARDS,
  cardFrame,
  expectConfirmed,
  fillAddress,
  fillCard,
  payButton,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { glimpse } from "../harness/glimpse.ts";
import { breakCall, tryAgain } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const CONFIRM = "**/v1/payment_intents/*/confirm";
const INTENT = /\/v1\/payment_intents\/pi_[^/]*\?/;

test("a payment script that does not load is told, and can be tried again", async ({
  page,
  phone,
}) => {
  await page.route("**/stripe.js", (route) => route.abort());
  await startPayment(page, phone);
  await expect(
    page.getByText("Payment system not ready. Please refresh and try again."),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).toBeVisible();
});

test("paying before the form is there asks for a moment's patience", async ({ page, phone }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/js/frame.html*", async (route) => {
    await held;
    await route.continue();
  });
  await startPayment(page, phone);
  // From here on nothing replaces what the click says.
  await expect(page.getByText("Please enter your payment details.")).toBeVisible();
  // The button says that it is not ready yet, so the click has to be forced past that.
  await payButton(page).click({ force: true });
  await expect(
    page.getByText("Payment form is loading. Please wait a moment and try again."),
  ).toBeVisible();
  release();
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
});

test("a payment that the provider does not know is told as a setup error", async ({
  page,
  phone,
}) => {
  await page.route(INTENT, (route) =>
    route.fulfill({
      status: 404,
      json: { error: { type: "invalid_request_error", message: "No such payment_intent" } },
    }),
  );
  // A slow form may hear of it later than the page, and tells it in its own words.
  const told = glimpse(page, "Payment setup error: No such payment_intent");
  await startPayment(page, phone);
  await told;
});

test("a payment form that did not load is told, and no prompt covers that up", async ({
  page,
  phone,
}) => {
  // The form asks for the payment first, the page a second later: a slow form must not lose that.
  await page.addInitScript(() => {
    const set = window.setTimeout;
    window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) => {
      if (ms !== 1_000) return set(act, ms, ...rest);
      document.documentElement.dataset.late = "yes";
      return set(act, 8_000, ...rest);
    }) as typeof window.setTimeout;
  });
  await page.route(INTENT, (route) => route.abort(), { times: 1 });
  const asked = page.waitForResponse(INTENT);
  await startPayment(page, phone);
  const told = page.getByText("Error loading payment form. Please try again.");
  await expect(told).toBeVisible({ timeout: 30_000 });
  await (await asked).finished();
  await expect(page.locator("html")).toHaveAttribute("data-late", "yes");
  await page.waitForTimeout(500); // what the page makes of the answer is painted by now
  await expect(told).toBeVisible();
  await expect(page.getByText("Please enter your payment details.")).toHaveCount(0);
});

test("a server that cannot say how to pay is told, and can be asked again", async ({
  page,
  phone,
}) => {
  const heal = await breakCall(page, "config", "told-500");
  await startPayment(page, phone);
  await expect(
    page.getByText("Payment system not ready. Please refresh and try again."),
  ).toBeVisible();
  await tryAgain(page, heal);
  await expect(payButton(page)).toBeVisible();
});

test("a card error without words gets ours", async ({ page, phone }) => {
  await startPayment(page, phone);
  await page.route(CONFIRM, (route) =>
    route.fulfill({
      status: 402,
      headers: { "Access-Control-Allow-Origin": "*" },
      json: { error: { type: "card_error", code: "card_declined" } },
    }),
  );
  await payByCard(page, CARDS.good);
  await expect(page.getByText("Payment failed. Please check your card details.")).toBeVisible();
});

test("any other error of the provider is unexpected, and the customer can try again", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await sandbox.fault({ target: "stripe", mode: "error", match: "/confirm" });
  await payByCard(page, CARDS.good);
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await sandbox.heal();
  await payButton(page).click();
  await expectConfirmed(page);
});

test("an error after the money has moved ends in the order, not in a second payment", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await sandbox.fault({ target: "stripe", mode: "error_after", match: "/confirm", times: 1 });
  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, status: "succeeded" }]);
});

test("a provider's script that throws is told", async ({ page, phone }) => {
  await throwOnConfirm(page);
  await startPayment(page, phone);
  await payByCard(page, CARDS.good);
  await expect(page.getByText("Payment processing failed. Please try again.")).toBeVisible();
});

test("a slow bank is waited for, and its yes becomes the order", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  const [intent] = await sandbox.intents();
  await sandbox.move(intent?.id ?? "", "processing");
  await page.reload();
  await expect(page.getByText("Your payment is being processed...")).toBeVisible();
  await sandbox.move(intent?.id ?? "", "succeeded");
  expect(await expectConfirmed(page)).toBe(intent?.id);
});

test("a bank that takes its time after the click is waited for as well", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  const [intent] = await sandbox.intents();
  const id = intent?.id ?? "";
  await page.route(CONFIRM, async (route) => {
    await sandbox.move(id, "processing");
    await route.fulfill({
      headers: { "Access-Control-Allow-Origin": "*" },
      json: { id, object: "payment_intent", status: "processing" },
    });
  });
  await payByCard(page, CARDS.good);
  await expect(
    page.getByText("Payment is being processed. You will receive confirmation shortly."),
  ).toBeVisible();
  await sandbox.move(id, "succeeded");
  expect(await expectConfirmed(page)).toBe(id);
});

test("the prompt asks for the payment details, and the card stays in the provider's frame", async ({
  page,
  phone,
}) => {
  await startPayment(page, phone);
  await expect(page.getByText("Please enter your payment details.")).toBeVisible();
  await fillAddress(page);
  await fillCard(page, CARDS.good);
  await expect(cardFrame(page).getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  const ours = await page
    .locator("input")
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => input.value));
  expect(ours.join(" ")).not.toContain("4242");
});

/** The provider's own script, except that confirming throws: a mistake in its use, or a broken release. */
async function throwOnConfirm(page: Page): Promise<void> {
  await page.route("**/stripe.js", async (route) => {
    const response = await route.fetch();
    const broken = `;{ const make = window.Stripe;
      window.Stripe = Object.assign((...given) => Object.assign(make(...given), {
        confirmPayment() { throw new Error("broken"); },
      }), make); }`;
    await route.fulfill({ response, body: (await response.text()) + broken });
  });
}
