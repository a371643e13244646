import * as v from "valibot";
import { stored } from "@/domain/stored";
import { formatPhoneInput } from "@/domain/values/phone";
import type { CustomerInfo } from "./customer-info";

/** What the device keeps of a customer after an order, for the next one at any truck: only if they have chosen so. */
export type RememberedCustomer = Pick<CustomerInfo, "name" | "phone" | "email">;

const CUSTOMER: v.GenericSchema<unknown, RememberedCustomer> = v.object({
  name: v.string(),
  phone: v.string(),
  email: v.fallback(v.string(), ""),
});

const remembered = stored("chuckwagon:remembered", CUSTOMER);

/** Of earlier releases, which remembered without being asked. */
const unasked = stored("chuckwagon:customer", v.string());

export const loadRemembered = remembered.read;

/** Calls when what the device remembers changes, in any tab. Returns what ends that. */
export const subscribeToRemembered = remembered.subscribe;

/** Whether the browser keeps anything for another visit. */
export const canRemember = remembered.isKept;

export function rememberCustomer({ name, phone, email }: RememberedCustomer): void {
  if (!name || !phone) return;
  remembered.write({ name, phone, email });
}

/** What was corrected in an order is right for the next one too. */
export function correctRemembered(contact: { phone?: string; email?: string }): void {
  const known = loadRemembered();
  if (!known) return;
  const phone = contact.phone ? formatPhoneInput(contact.phone) : known.phone;
  remembered.write({ ...known, phone, email: contact.email ?? known.email });
}

export function forgetCustomer(): void {
  remembered.write(null);
}

export function forgetUnasked(): void {
  unasked.write(null);
}

export function isRemembered(): boolean {
  return loadRemembered() !== null;
}
