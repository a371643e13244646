import { EMPTY_CUSTOMER } from "@/storefront/checkout/customer/customer-info";
import type { CustomerInfo, PaymentIntentAnswer } from "./api";

/**
 * What survives a reload, per truck. The customer's own details stay on the device; an open payment
 * with its client secret lives no longer than the tab.
 */

export interface OpenPayment extends PaymentIntentAnswer {
  clientSecret: string;
  /** The cart that was priced; another cart needs another payment. */
  cartFingerprint: string;
}

const keyOf = (slug: string) => `chuckwagon:checkout:${slug}`;

export function loadCustomer(slug: string): CustomerInfo {
  const stored = read<Partial<CustomerInfo>>(localStorage, slug);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    name: text(stored?.name),
    phone: text(stored?.phone),
    email: text(stored?.email),
    pickupTime: text(stored?.pickupTime),
  };
}

export function saveCustomer(slug: string, customer: CustomerInfo): void {
  write(localStorage, slug, { ...EMPTY_CUSTOMER, ...customer });
}

/** The payment that was open before a reload, if it is for this very cart and has not run out. */
export function loadOpenPayment(
  slug: string,
  cartFingerprint: string,
  now: Date,
): OpenPayment | null {
  const stored = read<Partial<OpenPayment>>(sessionStorage, slug);
  if (
    !stored?.clientSecret ||
    !stored.paymentIntentId ||
    stored.cartFingerprint !== cartFingerprint
  )
    return null;
  const expiresAt = Date.parse(stored.expiresAt ?? "");
  return expiresAt <= now.getTime() ? null : (stored as OpenPayment);
}

export function saveOpenPayment(slug: string, payment: OpenPayment | null): void {
  if (payment) write(sessionStorage, slug, payment);
  else remove(sessionStorage, slug);
}

/** Forgets everything about the checkout at a truck. */
export function clearCheckout(slug: string): void {
  remove(localStorage, slug);
  remove(sessionStorage, slug);
}

function read<T>(storage: Storage, slug: string): T | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(slug)) ?? "null");
    return typeof value === "object" ? (value as T | null) : null;
  } catch {
    return null;
  }
}

function write(storage: Storage, slug: string, value: unknown): void {
  try {
    storage.setItem(keyOf(slug), JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the reload, not the order.
  }
}

function remove(storage: Storage, slug: string): void {
  try {
    storage.removeItem(keyOf(slug));
  } catch {
    // As above.
  }
}
