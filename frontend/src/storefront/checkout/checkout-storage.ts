import { saveOfferCode } from "@/domain/cart/offer-code";
import { NOTHING_CHOSEN, type TipWish } from "@/domain/cart/tip";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-time";
import { EMPTY_CUSTOMER } from "@/storefront/checkout/customer/customer-info";
import {
  loadRemembered,
  rememberCustomer,
} from "@/storefront/checkout/customer/remembered-customer";
import type { CustomerInfo, PaymentIntentAnswer } from "./api";

/**
 * What survives a reload, per truck. An unfinished form stays on the device for two hours; a tip and an open payment
 * with its client secret live no longer than the tab.
 */

const KEEP_DRAFT_MS = 2 * 60 * 60 * 1000;

/** What was typed, and when it last changed (milliseconds since 1970). */
type CustomerDraft = CustomerInfo & { savedAt: number };

export interface OpenPayment extends PaymentIntentAnswer {
  clientSecret: string;
  /** The cart that was priced; another cart needs another payment. */
  cartFingerprint: string;
}

const KEY_PREFIX = "chuckwagon:checkout:";
const keyOf = (slug: string) => KEY_PREFIX + slug;
const tipKeyOf = (slug: string) => `chuckwagon:tip:${slug}`;

/** The form as it was left, else what the device remembers of the last order. */
export function loadCustomer(slug: string, now: Date): CustomerInfo {
  const draft = read<Partial<CustomerDraft>>(localStorage, keyOf(slug));
  if (!draft || !isFresh(draft, now)) return fromMemory();
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    name: text(draft.name),
    phone: text(draft.phone),
    email: text(draft.email),
    pickupTime: text(draft.pickupTime),
    slotAt: text(draft.slotAt) || AS_SOON_AS_POSSIBLE,
  };
}

export function saveCustomer(slug: string, customer: CustomerInfo, now: Date): void {
  const draft: CustomerDraft = { ...EMPTY_CUSTOMER, ...customer, savedAt: now.getTime() };
  write(localStorage, keyOf(slug), draft);
}

/** Deletes the unfinished forms of all trucks whose time is over. */
export function dropOldDrafts(now: Date): void {
  for (const key of keysOf(localStorage)) {
    if (!key.startsWith(KEY_PREFIX)) continue;
    const draft = read<Partial<CustomerDraft>>(localStorage, key);
    if (!draft || !isFresh(draft, now)) remove(localStorage, key);
  }
}

/** Ends the checkout at a truck after its order: the contact details are remembered, the rest is deleted. */
export function finishCheckout(slug: string, now: Date): void {
  const draft = read<Partial<CustomerDraft>>(localStorage, keyOf(slug));
  if (draft && isFresh(draft, now)) rememberCustomer(loadCustomer(slug, now));
  remove(localStorage, keyOf(slug));
  remove(sessionStorage, keyOf(slug));
  remove(sessionStorage, tipKeyOf(slug));
  saveOfferCode(slug, "");
}

/** The tip that was chosen for this very cart before the page was opened again: nothing is chosen in advance. */
export function loadTip(slug: string, attemptId: string): TipWish {
  const kept = read<Partial<TipWish & { attemptId: string }>>(sessionStorage, tipKeyOf(slug));
  const { choice, typed } = kept ?? {};
  const isWhole = typeof choice === "string" && typeof typed === "string";
  return isWhole && kept?.attemptId === attemptId ? { choice, typed } : NOTHING_CHOSEN;
}

export function saveTip(slug: string, attemptId: string, wish: TipWish): void {
  write(sessionStorage, tipKeyOf(slug), { ...wish, attemptId });
}

function fromMemory(): CustomerInfo {
  const { asap = false, ...contact } = loadRemembered() ?? {};
  return { ...EMPTY_CUSTOMER, ...contact, pickupTime: asap ? AS_SOON_AS_POSSIBLE : "" };
}

function isFresh({ savedAt }: Partial<CustomerDraft>, now: Date): boolean {
  return typeof savedAt === "number" && now.getTime() - savedAt < KEEP_DRAFT_MS;
}

/** The payment that was open before a reload, if it is for this very cart and has not run out. */
export function loadOpenPayment(
  slug: string,
  cartFingerprint: string,
  now: Date,
): OpenPayment | null {
  const stored = read<Partial<OpenPayment>>(sessionStorage, keyOf(slug));
  if (
    !stored?.clientSecret ||
    !stored.paymentIntentId ||
    stored.cartFingerprint !== cartFingerprint
  )
    return null;
  const expiresAt = Date.parse(stored.expiresAt ?? "");
  return expiresAt <= now.getTime() ? null : (stored as OpenPayment);
}

/** Whether a payment for this very cart was open before a reload, and its pickup slot is released by now. */
export function isSlotReleased(slug: string, cartFingerprint: string, now: Date): boolean {
  const stored = read<Partial<OpenPayment>>(sessionStorage, keyOf(slug));
  const isSame = stored?.cartFingerprint === cartFingerprint && stored.slotAt !== undefined;
  return isSame && Date.parse(stored?.holdExpiresAt ?? "") <= now.getTime();
}

export function saveOpenPayment(slug: string, payment: OpenPayment | null): void {
  if (payment) write(sessionStorage, keyOf(slug), payment);
  else remove(sessionStorage, keyOf(slug));
}

function read<T>(storage: Storage, key: string): T | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return typeof value === "object" ? (value as T | null) : null;
  } catch {
    return null;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the reload, not the order.
  }
}

function remove(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // As above.
  }
}

function keysOf(storage: Storage): string[] {
  try {
    return Object.keys(storage);
  } catch {
    return [];
  }
}
