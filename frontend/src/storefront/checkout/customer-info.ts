import * as v from "valibot";
import { CustomerInfoIn } from "@/domain/api/limits.gen";
import { formatDay } from "@/domain/time/dates";
import {
  AS_SOON_AS_POSSIBLE,
  leavesTimeToPrepare,
  pickupInstant,
} from "@/domain/time/pickup-rules";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { dayInZone } from "@/domain/time/wall-clock";
import { isCheckoutPhone, isForeignPhone } from "@/domain/values/phone";
import { email, requiredText } from "@/forms/schema";
import { messages as m } from "@/messages";
import type { OfferedSlot } from "@/storefront/checkout/slots/api";
import { isTaken, type SlotChoice } from "@/storefront/checkout/slots/slot-choice";
import { type CustomerInfo, EMPTY_CUSTOMER } from "./api";

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
  const time = formatTimeOfDay(pickup, zone);
  // A time of day means today or tomorrow.
  return dayInZone(pickup, zone) === dayInZone(now, zone)
    ? m.checkout.customer.readyToday({ time })
    : m.checkout.customer.readyTomorrow({ day: formatDay(pickup, zone), time });
}

/** The type of an error about an empty field, which is also said once for the form. */
export const MISSING = "non_empty";

/** What the customer fills in before the payment. `offers` are slots that the server has just called free. */
export function customerSchema(
  rules: PickupRules,
  now: () => Date,
  offers: readonly OfferedSlot[] = [],
) {
  return v.object({
    name: requiredText(CustomerInfoIn.name, () => m.checkout.customer.nameRequired),
    phone: v.pipe(
      requiredText(CustomerInfoIn.phone, () => m.checkout.customer.phoneRequired),
      v.check(
        (phone) => !isForeignPhone(phone),
        () => m.checkout.customer.phoneNotUs,
      ),
      v.check(isCheckoutPhone, () => m.checkout.customer.phoneInvalid),
    ),
    email: email(CustomerInfoIn.email),
    pickupTime: rules.slots ? v.string() : timeOfDay(rules, now),
    remember: v.optional(v.boolean()),
    slotAt: v.pipe(
      v.string(),
      v.check(
        (slotAt) => isFree(slotAt, rules, offers),
        () => m.pickup.taken,
      ),
    ),
  });
}

function timeOfDay(rules: PickupRules, now: () => Date) {
  return v.pipe(
    v.string(),
    v.nonEmpty(() => m.checkout.customer.timeRequired),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? findPickupProblem(dataset.value, rules, now()) : null;
      if (message) addIssue({ message });
    }),
  );
}

function isFree(slotAt: string, { slots }: PickupRules, offers: readonly OfferedSlot[]): boolean {
  if (!slots || slotAt === AS_SOON_AS_POSSIBLE) return true;
  return offers.some(({ at }) => at === slotAt) || !isTaken(slotAt, slots);
}

function findPickupProblem(pickupTime: string, rules: PickupRules, now: Date): string | null {
  const { zone, leadMinutes } = rules;
  if (pickupTime === AS_SOON_AS_POSSIBLE) return null;
  const pickup = pickupInstant(pickupTime, zone, now);
  if (pickup === null) return m.checkout.customer.timeRequired;
  return leavesTimeToPrepare(pickup, now, leadMinutes)
    ? null
    : m.checkout.customer.tooEarly({ minutes: leadMinutes });
}
