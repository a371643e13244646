/** What customers read about when a truck is open, on the clock of the place where it stands. */
import type { Truck } from "@/domain/api/types";
import { dayInZone, formatTimeOfDay, formatWeekday } from "@/domain/time/time";
import { closedBadge } from "@/domain/trucks/closed-badge";
import { messages as m } from "@/messages";
import {
  closesAt,
  lastOrderAt,
  opensAt,
  ordersOpenAt,
  type PresentSchedule,
  presentSchedule,
  type Stop,
} from "./present-schedule";

type Shown = Pick<
  Truck,
  "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "timezone" | "schedule"
>;

export interface ScheduleBadge {
  text: string;
  isOpen: boolean;
}

/** "Open until 2:00 PM", "Opens 11:00 AM", "Opens Tue 11:00 AM", "Paused" or "Closed". */
export function scheduleBadge(truck: Shown, now: Date): ScheduleBadge {
  const { isMoving, current, next } = presentSchedule(truck, now);
  if (isMoving && !current) return { text: openingWords(next, now), isOpen: false };
  const pause = closedBadge(truck, now);
  if (pause) {
    const isPlain = isMoving && !truck.pausedUntil;
    return { text: isPlain ? m.domain.schedule.paused : pause, isOpen: false };
  }
  const text = current
    ? m.domain.schedule.openUntil({ time: timeAt(closesAt(current), current) })
    : m.domain.schedule.open;
  return { text, isOpen: true };
}

function openingWords(next: Stop | null, now: Date): string {
  return next
    ? m.domain.schedule.opens({ when: whenAt(opensAt(next), next, now) })
    : m.domain.schedule.closed;
}

/** Why no stop takes orders now, and when one does; null while one does, or if the truck does not move. */
export function noStopReason(truck: Pick<Truck, "schedule">, now: Date): string | null {
  const schedule = presentSchedule(truck, now);
  if (!schedule.isMoving || schedule.ordering) return null;
  return [m.domain.schedule.notTakingOrders, ...reasons(schedule, now)].join(" ");
}

function* reasons({ current, next }: PresentSchedule, now: Date): Generator<string> {
  if (current) {
    yield m.domain.schedule.lastOrdersWere({ time: timeAt(lastOrderAt(current), current) });
  }
  if (!next) {
    yield m.domain.schedule.noStopPlanned;
    return;
  }
  yield m.domain.schedule.opensNext({ when: whenAt(opensAt(next), next, now) });
  if (now < ordersOpenAt(next)) {
    yield m.domain.schedule.ordersStart({ when: whenAt(ordersOpenAt(next), next, now) });
  }
}

/** What the button that starts an order says of a stop that has not begun: "Pre-order for Tue 11:00 AM". */
export function preorderLabel({ current, ordering }: PresentSchedule, now: Date): string | null {
  if (!ordering || ordering === current) return null;
  return m.domain.schedule.preorderFor({ when: whenAt(opensAt(ordering), ordering, now) });
}

/** A time of day on the clock of the stop's place: 11:00 AM. */
export function timeAt(instant: Date, stop: Stop): string {
  return formatTimeOfDay(instant, stop.place.timezone);
}

/** A time of day with its day, unless that is today: "11:00 AM", "Tue 11:00 AM". */
export function whenAt(instant: Date, stop: Stop, now: Date): string {
  const zone = stop.place.timezone;
  const time = timeAt(instant, stop);
  const isToday = dayInZone(instant, zone) === dayInZone(now, zone);
  return isToday
    ? m.domain.schedule.today({ time })
    : m.domain.schedule.onDay({ day: formatWeekday(instant, zone, now), time });
}
