/** What customers read about when a truck is open, on the clock of the place where it stands. */
import type { Truck } from "@/domain/api/public-types";
import { presentTime } from "@/domain/time/server-clock";
import { formatTimeOfDay, formatWeekday, wordByDay } from "@/domain/time/time-words";
import { findDay, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { closesAt, opensAt, presentSchedule, type Stop } from "./current-stops";

type Shown = Pick<
  Truck,
  "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "timezone" | "schedule"
> & {
  /** Absent where it is not known: the truck is then taken to have something on sale. */
  orderable?: boolean;
};

export interface ScheduleBadge {
  text: string;
  isOpen: boolean;
}

/** "Open until 2:00 PM", "Opens 11:00 AM", "Opens Tue 11:00 AM", "Paused", "Nothing to order now" or "Closed". */
export function scheduleBadge(truck: Shown, now: Date): ScheduleBadge {
  const { isMoving, current, next } = presentSchedule(truck, now);
  if (isMoving && !current) return { text: openingWords(next, now), isOpen: false };
  const pause = closedBadge(truck, now);
  if (pause) {
    const isPlain = isMoving && !truck.pausedUntil;
    return { text: isPlain ? m.common.paused : pause, isOpen: false };
  }
  if (truck.orderable === false) return { text: m.opening.notOrderable, isOpen: false };
  const text = current
    ? m.opening.openUntil({ time: timeAt(closesAt(current), current) })
    : m.common.open;
  return { text, isOpen: true };
}

function openingWords(next: Stop | null, now: Date): string {
  return next ? m.opening.opens({ when: whenAt(opensAt(next), next, now) }) : m.common.closed;
}

/** A time of day on the clock of the stop's place: 11:00 AM. */
export function timeAt(instant: Date, stop: Stop): string {
  return formatTimeOfDay(instant, stop.place.timezone);
}

/** A time of day with its day, unless that is today: "11:00 AM", "Tue 11:00 AM". */
export function whenAt(instant: Date, stop: Stop, now: Date): string {
  const zone = stop.place.timezone;
  const time = timeAt(instant, stop);
  return findDay(instant, zone, now) === "today"
    ? m.opening.timeToday({ time })
    : m.opening.timeOnDay({ day: formatWeekday(instant, zone, now), time });
}

type Paused = Pick<Truck, "acceptingOrders" | "pausedUntil" | "timezone">;

/** What the card of a truck that takes no orders says instead of "Open"; null while it takes orders. */
function closedBadge(truck: Paused, now = presentTime()): string | null {
  if (truck.acceptingOrders !== false) return null;
  const end = parseInstant(truck.pausedUntil);
  return end ? wordByDay(end, truck.timezone, now, m.opening.pausedUntil) : m.opening.onBreak;
}
