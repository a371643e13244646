/** What customers read about when they can order from a truck that moves. */
import type { Truck } from "@/domain/api/public-types";
import { presentTime } from "@/domain/time/server-clock";
import { wordByDay } from "@/domain/time/time-words";
import { dayInZone, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { ended } from "@/messages/language";
import {
  lastOrderAt,
  opensAt,
  ordersOpenAt,
  type PresentSchedule,
  presentSchedule,
  type Stop,
} from "./current-stops";
import { timeAt, whenAt } from "./schedule-words";

/** Why no stop takes orders now, and when one does; null while one does, or if the truck does not move. */
function noStopReason(truck: Pick<Truck, "schedule">, now: Date): string | null {
  const schedule = presentSchedule(truck, now);
  if (!schedule.isMoving || schedule.ordering) return null;
  return [m.ordering.closed, ...reasons(schedule, now)].join(" ");
}

function* reasons({ current, next }: PresentSchedule, now: Date): Generator<string> {
  if (current?.bookedOut) {
    yield m.ordering.bookedOut;
  } else if (current) {
    yield m.ordering.lastOrders({ time: timeAt(lastOrderAt(current), current) });
  }
  if (!next) {
    yield m.ordering.noStopPlanned;
    return;
  }
  yield m.ordering.opensNext({ when: whenAt(opensAt(next), next, now) });
  if (next.bookedOut) yield m.ordering.bookedOut;
  if (now < ordersOpenAt(next)) {
    yield m.ordering.ordersStart({ when: startWords(next, now) });
  }
}

/** When orders for the stop start. After an opening on another day, a bare time would be read as one of that day. */
function startWords(next: Stop, now: Date): string {
  const { timezone } = next.place;
  const today = dayInZone(now, timezone);
  const opensLater = dayInZone(opensAt(next), timezone) !== today;
  return opensLater && dayInZone(ordersOpenAt(next), timezone) === today
    ? m.ordering.todayAt({ time: timeAt(ordersOpenAt(next), next) })
    : whenAt(ordersOpenAt(next), next, now);
}

/** What the button that starts an order says of a stop that has not begun: "Pre-order for Tue 11:00 AM". */
export function preorderLabel({ current, ordering }: PresentSchedule, now: Date): string | null {
  if (!ordering || ordering === current) return null;
  return m.ordering.preorderFor({ when: whenAt(opensAt(ordering), ordering, now) });
}

type Ordering = Pick<
  Truck,
  "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "timezone" | "schedule"
>;

/** Why the truck takes no orders now, and when it does again if that is known; null while it does. */
export function closedReason(truck: Ordering, now = presentTime()): string | null {
  if (truck.acceptingOrders !== false) return noStopReason(truck, now);
  const reason = truck.notAcceptingReason?.trim();
  const why = reason ? m.ordering.closedBecause({ reason }) : m.ordering.closed;
  const end = parseInstant(truck.pausedUntil);
  return end ? `${ended(why)} ${wordByDay(end, truck.timezone, now, m.ordering.back)}` : why;
}
