import { isEmail } from "@/domain/values/email";
import { isCheckoutPhone } from "@/domain/values/phone";
import {
  AS_SOON_AS_POSSIBLE,
  dayInZone,
  formatDay,
  formatTimeOfDay,
  leavesTimeToPrepare,
  pickupInstant,
} from "@/domain/values/time";
import { messages as m } from "@/messages";
import type { CustomerInfo } from "@/storefront/checkout/api";

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

function pickupTooSoon(leadMinutes: number): string {
  return m.storefront.checkoutCustomer.pleaseAllowAtLeastMinutes({ leadMinutes });
}

/** Finds what keeps the customer from going on to the payment. */
export function checkCustomer(
  customer: CustomerInfo,
  { zone, leadMinutes }: PickupRules,
  now: Date,
): CustomerFindings {
  const fields: CustomerFindings["fields"] = {};
  if (!customer.name.trim()) fields.name = m.storefront.checkoutCustomer.enterYourName;
  if (!customer.phone.trim()) fields.phone = m.storefront.checkoutCustomer.enterYourPhoneNumber;
  if (!customer.pickupTime) fields.pickupTime = m.storefront.checkoutCustomer.chooseAPickupTime;
  const incomplete = Object.keys(fields).length > 0;

  if (!fields.phone && !isCheckoutPhone(customer.phone))
    fields.phone = m.storefront.checkoutCustomer.pleaseEnterValid10Digit;
  const email = customer.email.trim();
  if (email && !isEmail(email)) fields.email = m.domain.values.pleaseEnterValidEmailAddress;
  if (!fields.pickupTime && customer.pickupTime !== AS_SOON_AS_POSSIBLE) {
    const pickup = pickupInstant(customer.pickupTime, zone, now);
    if (!pickup) fields.pickupTime = m.storefront.checkoutCustomer.chooseAPickupTime;
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
  const day = today
    ? m.storefront.checkoutCustomer.today
    : m.storefront.checkoutCustomer.tomorrow({ pickup: formatDay(pickup, zone) });
  return m.storefront.checkoutCustomer.readyAtTruckTime({
    day,
    pickup: formatTimeOfDay(pickup, zone),
  });
}
