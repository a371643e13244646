import { AS_SOON_AS_POSSIBLE, pickupInstant } from "@/domain/time/pickup-time";
import { dayInZone, formatDay, formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import type { CustomerInfo } from "@/storefront/checkout/api";
import type { SlotChoice } from "@/storefront/checkout/slots/slot-choice";

export const EMPTY_CUSTOMER: CustomerInfo = {
  name: "",
  phone: "",
  email: "",
  pickupTime: "",
  slotAt: AS_SOON_AS_POSSIBLE,
};

export interface PickupRules {
  /** The IANA zone of the truck, or of its stop. */
  zone: string;
  leadMinutes: number;
  /** The slots to choose from; null where a pickup is a time of day. */
  slots: SlotChoice | null;
}

/** The field that a path in the server's answer is about; null for anything outside the form. */
export function fieldOfPath(path: string): keyof CustomerInfo | null {
  const name = path.replace(/^customerInfo\./, "");
  return name in EMPTY_CUSTOMER ? (name as keyof CustomerInfo) : null;
}

/** Says which day and time of day a pickup time means at the truck. */
export function describePickup(timeOfDay: string, rules: PickupRules, now: Date): string | null {
  const { zone } = rules;
  const pickup = pickupInstant(timeOfDay, zone, now);
  if (!pickup) return null;
  return m.checkout.customer.readyAt({
    day: dayOf(pickup, zone, now),
    pickup: formatTimeOfDay(pickup, zone),
  });
}

/** A time of day means today or tomorrow. */
function dayOf(pickup: Date, zone: string, now: Date): string {
  return dayInZone(pickup, zone) === dayInZone(now, zone)
    ? m.checkout.customer.today
    : m.checkout.customer.tomorrow({ pickup: formatDay(pickup, zone) });
}
