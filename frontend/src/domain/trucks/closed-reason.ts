import type { Truck } from "@/domain/api/types";
import { parseInstant } from "@/domain/values/time";
import { returnLabel, untilLabel } from "@/domain/values/until";

const CLOSED = "This truck is not taking orders right now";

type Ordering = Pick<Truck, "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "timezone">;

/** Why the truck takes no orders now, and when it does again if that is known; null while it does. */
export function closedReason(truck: Ordering, now = new Date()): string | null {
  if (truck.acceptingOrders !== false) return null;
  const reason = truck.notAcceptingReason?.trim();
  const why = reason ? `${CLOSED}: ${reason}` : `${CLOSED}.`;
  const end = parseInstant(truck.pausedUntil);
  if (!end) return why;
  return `${/[.!?]$/.test(why) ? why : `${why}.`} ${returnLabel(end, truck.timezone, now)}.`;
}

/** What the card of a truck that takes no orders says instead of "Open". */
export function closedBadge(truck: Ordering, now = new Date()): string | null {
  if (truck.acceptingOrders !== false) return null;
  const end = parseInstant(truck.pausedUntil);
  return end ? `Paused ${untilLabel(end, truck.timezone, now)}` : "Taking a break";
}
