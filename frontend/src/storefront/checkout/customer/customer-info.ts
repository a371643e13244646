import { EMAIL_INVALID, isEmail } from "@/domain/values/email";
import { isCheckoutPhone } from "@/domain/values/phone";
import {
  AS_SOON_AS_POSSIBLE,
  dayInZone,
  formatDay,
  formatTimeOfDay,
  leavesTimeToPrepare,
  pickupInstant,
} from "@/domain/values/time";
import type { CustomerInfo } from "@/storefront/checkout/api";

export const REQUIRED = "Please fill in all required fields";
export const PHONE_INVALID = "Please enter a valid 10-digit phone number";

export const EMPTY_CUSTOMER: CustomerInfo = { name: "", phone: "", email: "", pickupTime: "" };

export interface PickupRules {
  /** The truck's IANA zone. */
  zone: string;
  leadMinutes: number;
}

export interface CustomerFindings {
  fields: Partial<Record<keyof CustomerInfo, string>>;
  /** Whether anything required is missing, which is said once for the form. */
  incomplete: boolean;
}

export function pickupTooSoon(leadMinutes: number): string {
  return `Please allow at least ${leadMinutes} minutes for preparation`;
}

/** Finds what keeps the customer from going on to the payment. */
export function checkCustomer(
  customer: CustomerInfo,
  { zone, leadMinutes }: PickupRules,
  now: Date,
): CustomerFindings {
  const fields: CustomerFindings["fields"] = {};
  if (!customer.name.trim()) fields.name = "Enter your name";
  if (!customer.phone.trim()) fields.phone = "Enter your phone number";
  if (!customer.pickupTime) fields.pickupTime = "Choose a pickup time";
  const incomplete = Object.keys(fields).length > 0;

  if (!fields.phone && !isCheckoutPhone(customer.phone)) fields.phone = PHONE_INVALID;
  const email = customer.email.trim();
  if (email && !isEmail(email)) fields.email = EMAIL_INVALID;
  if (!fields.pickupTime && customer.pickupTime !== AS_SOON_AS_POSSIBLE) {
    const pickup = pickupInstant(customer.pickupTime, zone, now);
    if (!pickup) fields.pickupTime = "Choose a pickup time";
    else if (!leavesTimeToPrepare(pickup, now, leadMinutes)) {
      fields.pickupTime = pickupTooSoon(leadMinutes);
    }
  }
  return { fields, incomplete };
}

/** The field that a path in the server's answer is about; null for anything outside the form. */
export function fieldOfPath(path: string): keyof CustomerInfo | null {
  const name = path.replace(/^customerInfo\./, "");
  return name in EMPTY_CUSTOMER ? (name as keyof CustomerInfo) : null;
}

/** Says which day and time of day a pickup time means at the truck. */
export function describePickup(timeOfDay: string, zone: string, now: Date): string | null {
  const pickup = pickupInstant(timeOfDay, zone, now);
  if (!pickup) return null;
  const today = dayInZone(pickup, zone) === dayInZone(now, zone);
  const day = today ? "today" : `tomorrow, ${formatDay(pickup, zone)},`;
  return `Ready ${day} at ${formatTimeOfDay(pickup, zone)}, truck time.`;
}
