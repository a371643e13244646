import * as v from "valibot";
import { saveOfferCode } from "@/domain/cart/offer-discount-and-kept-code";
import { NOTHING_CHOSEN, type TipWish } from "@/domain/cart/tip";
import { keysBeginningWith, stored } from "@/domain/stored";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-rules";
import type { PaymentIntentAnswer } from "./api";
import { type CustomerInfo, EMPTY_CUSTOMER } from "./customer-info";
import {
  forgetUnasked,
  isRemembered,
  loadRemembered,
  rememberCustomer,
} from "./remembered-customer";

/**
 * What survives a reload, per truck. An unfinished form stays on the device for two hours; a tip and an open payment
 * with its client secret live no longer than the tab.
 */

const KEEP_DRAFT_MS = 2 * 60 * 60 * 1000;

export interface OpenPayment extends PaymentIntentAnswer {
  clientSecret: string;
  /** The cart that was priced; another cart needs another payment. */
  cartFingerprint: string;
}

const text = v.fallback(v.string(), "");
const DRAFT = v.object({
  name: text,
  phone: text,
  email: text,
  pickupTime: text,
  slotAt: v.fallback(v.string(), AS_SOON_AS_POSSIBLE),
  remember: v.fallback(v.optional(v.boolean()), undefined),
  /** When it last changed, in milliseconds since 1970. */
  savedAt: v.number(),
});
const TIP = v.object({ choice: v.string(), typed: v.string(), attemptId: v.string() });
const PAYMENT = v.looseObject({
  clientSecret: v.string(),
  paymentIntentId: v.string(),
  cartFingerprint: v.string(),
  expiresAt: text,
  pickupAt: text,
  amount: v.number(),
  subtotal: v.number(),
  tax: v.number(),
  tip: v.number(),
  discount: v.number(),
  total: v.number(),
}) as v.GenericSchema<unknown, OpenPayment>;

const KEY_PREFIX = "chuckwagon:checkout:";
const draftAt = (key: string) => stored(key, DRAFT);
const draftOf = (slug: string) => draftAt(KEY_PREFIX + slug);
const paymentOf = (slug: string) => stored(`${KEY_PREFIX}${slug}`, PAYMENT, "session");
const tipOf = (slug: string) => stored(`chuckwagon:tip:${slug}`, TIP, "session");

/** The form as it was left, else what the device remembers of the last order. */
export function loadCustomer(slug: string, now: Date): CustomerInfo {
  const draft = draftOf(slug).read();
  if (!draft || !isFresh(draft, now)) return fromMemory();
  const { savedAt: _, ...form } = draft;
  // Earlier releases kept an empty time.
  return { ...form, pickupTime: form.pickupTime || AS_SOON_AS_POSSIBLE };
}

export function saveCustomer(slug: string, customer: CustomerInfo, now: Date): void {
  draftOf(slug).write({ ...EMPTY_CUSTOMER, ...customer, savedAt: now.getTime() });
}

/** Deletes the unfinished forms of all trucks whose time is over, and what was remembered without a choice. */
export function dropOldDrafts(now: Date): void {
  forgetUnasked();
  for (const key of keysBeginningWith(KEY_PREFIX)) {
    const draft = draftAt(key).read();
    if (!draft || !isFresh(draft, now)) draftAt(key).write(null);
  }
}

/** Ends the checkout at a truck after its order: contact details are remembered if that was chosen, else all is deleted. */
export function finishCheckout(slug: string, now: Date): void {
  const draft = draftOf(slug).read();
  const isWished = draft?.remember === true || isRemembered();
  if (draft && isFresh(draft, now) && isWished) rememberCustomer(draft);
  draftOf(slug).write(null);
  paymentOf(slug).write(null);
  tipOf(slug).write(null);
  saveOfferCode(slug, "");
}

/** The tip that was chosen for this very cart before the page was opened again: nothing is chosen in advance. */
export function loadTip(slug: string, attemptId: string): TipWish {
  const kept = tipOf(slug).read();
  return kept?.attemptId === attemptId
    ? { choice: kept.choice, typed: kept.typed }
    : NOTHING_CHOSEN;
}

export function saveTip(slug: string, attemptId: string, wish: TipWish): void {
  tipOf(slug).write({ ...wish, attemptId });
}

function fromMemory(): CustomerInfo {
  return { ...EMPTY_CUSTOMER, ...loadRemembered() };
}

function isFresh({ savedAt }: { savedAt: number }, now: Date): boolean {
  return now.getTime() - savedAt < KEEP_DRAFT_MS;
}

/** The payment that was open before a reload, if it is for this very cart and has not run out. */
export function loadOpenPayment(
  slug: string,
  cartFingerprint: string,
  now: Date,
): OpenPayment | null {
  const kept = paymentOf(slug).read();
  if (kept?.cartFingerprint !== cartFingerprint) return null;
  return Date.parse(kept.expiresAt) <= now.getTime() ? null : kept;
}

/** Whether a payment for this very cart was open before a reload, and its pickup slot is released by now. */
export function isSlotReleased(slug: string, cartFingerprint: string, now: Date): boolean {
  const kept = paymentOf(slug).read();
  const isSame = kept?.cartFingerprint === cartFingerprint && kept.slotAt !== undefined;
  return isSame && Date.parse(kept?.holdExpiresAt ?? "") <= now.getTime();
}

export function saveOpenPayment(slug: string, payment: OpenPayment | null): void {
  paymentOf(slug).write(payment);
}
