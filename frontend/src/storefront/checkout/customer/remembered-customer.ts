import { useSyncExternalStore } from "react";
import { AS_SOON_AS_POSSIBLE } from "@/domain/values/time";
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

/** Whether this device remembers a customer, kept up to date in every tab. */
export function useIsRemembered(): boolean {
  return parse(useSyncExternalStore(subscribe, stored, () => null)) !== null;
}

function subscribe(listener: () => void): () => void {
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
