import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { Sandbox } from "../product/sandbox.ts";

export const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  asksTheBank: "4000002500003155",
};

const LOS_ANGELES = "America/Los_Angeles";
const PICKUP_IN_MINUTES = 60;

/** A time of day in a truck's zone, as a time field takes it: HH:MM. */
export function timeOfDay(minutesFromNow: number, zone = LOS_ANGELES): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  return format.format(new Date(Date.now() + minutesFromNow * 60_000));
}

interface Customer {
  phone: string;
  name?: string;
  email?: string;
  pickupTime?: string;
  /** The slot to choose at a truck that has slots: "12:20 PM"; "asap" leaves as soon as possible. */
  slot?: string;
}

/** The first step of the checkout. */
export async function fillCustomer(page: Page, customer: Customer): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(customer.name ?? "Rosa Parker");
  await page.getByLabel("Phone", { exact: true }).fill(customer.phone);
  if (customer.email) await page.getByLabel("Email (optional)").fill(customer.email);
  await choosePickup(page, customer);
}

async function choosePickup(page: Page, { slot, pickupTime }: Customer): Promise<void> {
  if (slot === "asap") return await expect(soonest(page)).toBeChecked();
  if (slot) return await chooseSlot(page, slot);
  await openLater(page);
  await page.getByLabel("Pickup time").fill(pickupTime ?? timeOfDay(PICKUP_IN_MINUTES));
}

/** Opens the later times and takes one; the slots may arrive after the tap, and close what was open without them. */
export async function chooseSlot(page: Page, slot: string): Promise<void> {
  await expect(async () => {
    await openLater(page);
    await page.getByRole("radio", { name: slot, exact: true }).check({ timeout: 2_000 });
  }).toPass();
}

/** Opens what else than as soon as possible there is; one tap may meet the button of before the slots were there. */
export async function openLater(page: Page): Promise<void> {
  const later = page.getByRole("button", { name: "Later", exact: true });
  await expect(async () => {
    if ((await later.getAttribute("aria-expanded")) !== "true") await later.click();
    await expect(later).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
  }).toPass();
}

/** The choice of the first slot that is free. */
export function soonest(page: Page): Locator {
  return page.getByRole("radio", { name: /^As soon as possible \(about/ });
}

export async function continueToPayment(page: Page, customer: Customer): Promise<void> {
  await fillCustomer(page, customer);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
}

/** The frames carry the provider's own titles and labels, so that the real service is driven alike. */
export function addressFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure address input frame"]').first();
}

export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]').first();
}

export function bankFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[name="stripe-challenge-frame"]');
}

export async function fillAddress(page: Page): Promise<void> {
  const frame = addressFrame(page);
  await frame.getByLabel("Full name").fill("Rosa Parker");
  await frame.getByLabel("Address line 1").fill("510 Townsend Street");
  await frame.getByLabel("City").fill("Portland");
  await frame.getByLabel("State").selectOption("OR");
  await frame.getByLabel("ZIP code").fill("97205");
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiration date").fill("12 / 34");
  await frame.getByLabel("Security code").fill("123");
}

export function payButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Pay \$/ });
}

/** The whole payment step, up to the click; what comes of it is for the test to say. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await fillAddress(page);
  await fillCard(page, number);
  await payButton(page).click();
}

export async function answerBank(page: Page, answer: "Complete" | "Fail"): Promise<void> {
  const id = answer === "Complete" ? "#test-source-authorize-3ds" : "#test-source-fail-3ds";
  await bankFrame(page).locator(id).click();
}

/** Waits until the order stands; answers the payment intent that the address names. */
export async function expectConfirmed(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/order-confirmation\?.*payment_intent=pi_/);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  return paymentIntentOf(page);
}

/** Waits until the order stands; the provider has this one payment of the test, and it went through. */
export async function expectPaidOnce(page: Page, sandbox: Sandbox): Promise<void> {
  const id = await expectConfirmed(page);
  expect(await sandbox.intents()).toMatchObject([{ id, status: "succeeded" }]);
}

export function paymentIntentOf(page: Page): string {
  const id = new URL(page.url()).searchParams.get("payment_intent");
  if (!id) throw new Error(`No payment intent in ${page.url()}`);
  return id;
}

export async function orderNumberOf(page: Page): Promise<string> {
  const details = page.getByRole("region", { name: "Order Details" });
  const number = await details.getByText(/^#\S+$/).textContent();
  return (number ?? "").replace("#", "");
}
