import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-time";
import type { CustomerInfo } from "@/storefront/checkout/api";

/** What the device keeps of a customer after an order, for the next one at any truck. */
export type RememberedCustomer = Pick<CustomerInfo, "name" | "phone" | "email"> & {
  /** Whether the last order was for as soon as possible. A time of day is of no use later. */
  asap: boolean;
};

const KEY = "chuckwagon:customer";

const listeners = new Set<() => void>();

export function loadRemembered(): RememberedCustomer | null {
  return parse(stored());
}

export function rememberCustomer({ name, phone, email, pickupTime }: CustomerInfo): void {
  if (!name || !phone) return;
  const customer: RememberedCustomer = {
    name,
    phone,
    email,
    asap: pickupTime === AS_SOON_AS_POSSIBLE,
  };
  change(() => localStorage.setItem(KEY, JSON.stringify(customer)));
}

export function forgetCustomer(): void {
  change(() => localStorage.removeItem(KEY));
}

/** Calls when what the device remembers changes, in any tab. Returns what ends that. */
export function subscribeToRemembered(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function change(write: () => void): void {
  try {
    write();
  } catch {
    // A full or forbidden storage costs the comfort, not the order.
  }
  for (const listener of listeners) listener();
}

export function isRemembered(): boolean {
  return loadRemembered() !== null;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): RememberedCustomer | null {
  try {
    const { name, phone, email, asap } = JSON.parse(text ?? "null") ?? {};
    if (typeof name !== "string" || typeof phone !== "string") return null;
    return { name, phone, email: typeof email === "string" ? email : "", asap: asap === true };
  } catch {
    return null;
  }
}
