import type { Truck } from "@/domain/api/public-types";
import { noStopReason } from "@/domain/schedule/ordering-words";
import { formatDay } from "@/domain/time/dates";
import { presentTime } from "@/domain/time/server-clock";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { findDay, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";

type Ordering = Pick<
  Truck,
  "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "timezone" | "schedule"
>;

/** Why the truck takes no orders now, and when it does again if that is known; null while it does. */
export function closedReason(truck: Ordering, now = presentTime()): string | null {
  if (truck.acceptingOrders !== false) return noStopReason(truck, now);
  const reason = truck.notAcceptingReason?.trim();
  const why = reason ? `${m.ordering.closedShort}: ${reason}` : `${m.ordering.closedShort}.`;
  const end = parseInstant(truck.pausedUntil);
  if (!end) return why;
  const back = returnLabel(end, truck.timezone, now);
  return `${ended(why)} ${ended(back)}`;
}

/** "Back at 6:20 PM", "Back tomorrow at 4:00 AM", "Back on Monday, November 23 at 4:00 AM". */
export function returnLabel(end: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(end, zone);
  const day = findDay(end, zone, now);
  if (day === "today") return m.ordering.backAt({ time });
  return day === "tomorrow"
    ? m.ordering.backTomorrow({ time })
    : m.ordering.backOnDay({ day: formatDay(end, zone), time });
}

/** A Spanish time ends with a period already: "a las 6:00 p.m.". */
function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
