import type { Truck } from "@/domain/api/types";
import { parseInstant } from "@/domain/values/time";
import { returnLabel, untilLabel } from "@/domain/values/until";
import { messages as m } from "@/messages";

type Ordering = Pick<Truck, "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "timezone">;

/** Why the truck takes no orders now, and when it does again if that is known; null while it does. */
export function closedReason(truck: Ordering, now = new Date()): string | null {
  if (truck.acceptingOrders !== false) return null;
  const reason = truck.notAcceptingReason?.trim();
  const why = reason
    ? `${m.domain.trucks.thisTruckIsNotTaking}: ${reason}`
    : `${m.domain.trucks.thisTruckIsNotTaking}.`;
  const end = parseInstant(truck.pausedUntil);
  if (!end) return why;
  return `${/[.!?]$/.test(why) ? why : `${why}.`} ${returnLabel(end, truck.timezone, now)}.`;
}

/** What the card of a truck that takes no orders says instead of "Open". */
export function closedBadge(truck: Ordering, now = new Date()): string | null {
  if (truck.acceptingOrders !== false) return null;
  const end = parseInstant(truck.pausedUntil);
  return end
    ? m.domain.trucks.paused({ untilLabel: untilLabel(end, truck.timezone, now) })
    : m.domain.trucks.takingABreak;
}
