import { earliestPickup, pickupAtStop } from "@/domain/schedule/pickup-at-stop";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { dayInZone, formatDay, formatTimeOfDay, pickupInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import type { CustomerInfo } from "@/storefront/checkout/api";

const DAY_MS = 24 * 3_600_000;

export const EMPTY_CUSTOMER: CustomerInfo = { name: "", phone: "", email: "", pickupTime: "" };

export interface PickupRules {
  /** The IANA zone of the truck, or of its stop. */
  zone: string;
  leadMinutes: number;
  /** The stop of a truck that moves. */
  stop: Stop | null;
}

/** The field that a path in the server's answer is about; null for anything outside the form. */
export function fieldOfPath(path: string): keyof CustomerInfo | null {
  const name = path.replace(/^customerInfo\./, "");
  return name in EMPTY_CUSTOMER ? (name as keyof CustomerInfo) : null;
}

/** Says which day and time of day a pickup time means at the truck. */
export function describePickup(timeOfDay: string, rules: PickupRules, now: Date): string | null {
  const { zone, stop, leadMinutes } = rules;
  const pickup = stop
    ? pickupAtStop(timeOfDay, stop, now, leadMinutes)
    : pickupInstant(timeOfDay, zone, now);
  if (!(pickup instanceof Date)) return null;
  return m.storefront.checkoutCustomer.readyAtTruckTime({
    day: dayOf(pickup, zone, now),
    pickup: formatTimeOfDay(pickup, zone),
  });
}

function dayOf(pickup: Date, zone: string, now: Date): string {
  const day = dayInZone(pickup, zone);
  if (day === dayInZone(now, zone)) return m.storefront.checkoutCustomer.today;
  const words = { pickup: formatDay(pickup, zone) };
  return day === dayInZone(new Date(now.getTime() + DAY_MS), zone)
    ? m.storefront.checkoutCustomer.tomorrow(words)
    : m.storefront.checkoutCustomer.onDay(words);
}

/** Says when an order is ready that is wanted as soon as possible. */
export function describeSoonest({ leadMinutes, stop, zone }: PickupRules, now: Date): string {
  if (!stop || earliestPickup(stop, now, leadMinutes) > opensAt(stop))
    return m.storefront.checkoutCustomer.readyInAboutMinutes({ leadMinutes });
  return m.storefront.checkoutCustomer.readyWhenOpen({
    day: dayOf(opensAt(stop), zone, now),
    pickup: timeAt(opensAt(stop), stop),
  });
}

/** Says which times can be chosen. */
export function describeChoice({ leadMinutes, stop }: PickupRules): string {
  if (!stop) return m.storefront.checkoutCustomer.atLeastMinutesFromNow({ leadMinutes });
  return m.storefront.checkoutCustomer.betweenTimes({
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
}
