import type { Page } from "@playwright/test";
import { expectConfirmed, startPayment } from "../harness/checkout.ts";
import { breakCall, type Failure, TOLD } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const UNVERIFIED = "Failed to verify payment. Please contact support.";
const INCOMPLETE = "Payment verification incomplete. Please contact support if charged.";
const INTENT = "pi_3QvNoSuchPayment0000000";
const PAGE = `/spicy-burritos/order-confirmation?payment_intent=${INTENT}`;

const FAILURES: [Failure, string][] = [
  ["unreachable", UNVERIFIED],
  ["told-500", TOLD],
  ["empty-500", "Server error: 500"],
  ["html", INCOMPLETE],
];

for (const [failure, sentence] of FAILURES) {
  test(`a payment that could not be verified says why: ${failure}`, async ({ page }) => {
    await breakCall(page, "verify-payment", failure);
    await page.goto(PAGE);
    await expectError(page, sentence);
  });
}

const INCOMPLETE_ANSWERS: [string, unknown][] = [
  ["paid, but no order", { status: "succeeded", order: null }],
  ["cannot succeed any more", { status: "canceled", order: null }],
  ["nothing", null],
];

for (const [name, json] of INCOMPLETE_ANSWERS) {
  test(`an incomplete verification is said: ${name}`, async ({ page }) => {
    await page.route("**/api/verify-payment", (route) => route.fulfill({ json }));
    await page.goto(PAGE);
    await expectError(page, INCOMPLETE);
  });
}

test("an unknown payment is answered in the server's words", async ({ page }) => {
  await page.goto(PAGE);
  const refused = await page.request.post("/api/verify-payment", {
    data: { payment_intent_id: INTENT },
  });
  expect(refused.status()).toBe(404);
  const { error } = (await refused.json()) as { error: string };
  await expectError(page, error);
});

test("while the server is asked, the page says what it waits for", async ({ page }) => {
  await page.route("**/api/verify-payment", () => {
    // Never answered.
  });
  await page.goto(PAGE);
  await expect(page.getByText("Confirming your order...")).toBeVisible();
  await expect(page.getByText("Please wait while we process your payment")).toBeVisible();
});

test("a payment that the bank still works on is asked about until it is decided", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  const [intent] = await sandbox.intents();
  const id = intent?.id ?? "";
  await sandbox.move(id, "processing");
  await page.goto(`/spicy-burritos/order-confirmation?payment_intent=${id}`);
  await expect(page.getByText("Confirming your order...")).toBeVisible();
  await sandbox.move(id, "succeeded");
  expect(await expectConfirmed(page)).toBe(id);
});

test("a text that cannot be sent is no error of the order", async ({ page, sandbox, phone }) => {
  await sandbox.fault({ target: "twilio", mode: "error" });
  await startPayment(page, phone);
  const [intent] = await sandbox.intents();
  await sandbox.pay(intent?.id ?? "");
  await page.goto(`/spicy-burritos/order-confirmation?payment_intent=${intent?.id}`);
  await expectConfirmed(page);
  await expect(page.getByText(/Sending SMS confirmation\.\.\.|SMS may be delayed/)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

async function expectError(page: Page, sentence: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Payment Verification Error" })).toBeVisible();
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(
    page.getByText("If you were charged, please contact support with payment intent:"),
  ).toContainText(INTENT);
  await expect(page.getByRole("link", { name: "Back to Menu" })).toHaveAttribute(
    "href",
    "/spicy-burritos",
  );
}
