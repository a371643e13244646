import type { Truck } from "@/domain/api/types";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { untilLabel } from "@/domain/time/until";
import { messages as m } from "@/messages";

type Paused = Pick<Truck, "acceptingOrders" | "pausedUntil" | "timezone">;

/** What the card of a truck that takes no orders says instead of "Open"; null while it takes orders. */
export function closedBadge(truck: Paused, now = presentTime()): string | null {
  if (truck.acceptingOrders !== false) return null;
  const end = parseInstant(truck.pausedUntil);
  return end
    ? m.opening.pausedUntil({ until: untilLabel(end, truck.timezone, now) })
    : m.opening.onBreak;
}
