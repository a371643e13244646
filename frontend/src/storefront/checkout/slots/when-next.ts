import type { Truck } from "@/domain/api/types";
import {
  opensAt,
  ordersOpenAt,
  presentSchedule,
  type Stop,
} from "@/domain/schedule/present-schedule";
import { whenAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";

/** When a truck can be ordered from next after a stop that is booked out; null where no stop is planned. */
export function whenNextOrders(
  truck: Pick<Truck, "schedule">,
  bookedOut: Stop,
  now: Date,
): string | null {
  const { next } = presentSchedule(truck, now);
  if (!next || next._id === bookedOut._id) return null;
  const opening = m.ordering.opensNext({ when: whenAt(opensAt(next), next, now) });
  if (now >= ordersOpenAt(next)) return opening;
  const ordersStart = whenAt(ordersOpenAt(next), next, now);
  return `${opening} ${m.ordering.ordersStart({ when: ordersStart })}`;
}
