import * as v from "valibot";
import {
  AS_SOON_AS_POSSIBLE,
  leavesTimeToPrepare,
  pickupInstant,
} from "@/domain/time/pickup-rules";
import { formatDay, formatTimeOfDay } from "@/domain/time/time-words";
import { dayInZone, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import type { OfferedSlot } from "@/storefront/checkout/slots/api";
import { isTaken, type SlotChoice } from "@/storefront/checkout/slots/offered-slots";

const MINUTE_MS = 60_000;

export interface PickupRules {
  /** The IANA zone of the truck, or of its stop. */
  zone: string;
  leadMinutes: number;
  /** The slots to choose from; null where a pickup is a time of day. */
  slots: SlotChoice | null;
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

/**
 * When the order is picked up as soon as possible, as far as the page knows: in the first slot with room, else once it is
 * ready, in whole minutes as the server counts them. `opensAt` is of the stop where it is picked up.
 */
export function soonestPickup(
  { slots, leadMinutes }: PickupRules,
  now: Date,
  opensAt: Date | null = null,
): Date {
  const free = slots?.state === "ready" ? parseInstant(slots.offered.asap) : null;
  const readyAt = Math.ceil(now.getTime() / MINUTE_MS + leadMinutes) * MINUTE_MS;
  return free ?? new Date(Math.max(readyAt, opensAt?.getTime() ?? 0));
}

/** When the order is picked up as it is chosen now; `soonest` for as soon as possible and what is half typed. */
export function chosenPickup(
  { slotAt, pickupTime }: { slotAt: string; pickupTime: string },
  { slots, zone }: PickupRules,
  soonest: Date,
  now: Date,
): Date {
  return (slots ? parseInstant(slotAt) : pickupInstant(pickupTime, zone, now)) ?? soonest;
}

/** A time of day that leaves the truck enough time to prepare, or as soon as possible. */
export function pickupTimeOfDay(rules: PickupRules, now: () => Date) {
  return v.pipe(
    v.string(),
    v.nonEmpty(() => m.checkout.customer.timeRequired),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? findPickupProblem(dataset.value, rules, now()) : null;
      if (message) addIssue({ message });
    }),
  );
}

/** Whether a slot can still be chosen. `offers` are slots that the server has just called free. */
export function isSlotFree(
  slotAt: string,
  { slots }: PickupRules,
  offers: readonly OfferedSlot[],
): boolean {
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
