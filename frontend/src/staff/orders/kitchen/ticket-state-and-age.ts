import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { formatTimeOfDay, formatWeekday } from "@/domain/time/time-words";
import { dayInZone, orderZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { flowOf, nextStep } from "@/staff/orders/steps/next-step";
import { type StatusChange, type Tap, tapOf } from "@/staff/orders/steps/status-change-queue";
import { promisedAt } from "@/staff/shared/order-rules";

/** An order together with what was tapped on it. */
export interface TicketState {
  order: StaffOrder;
  shown: OrderStatus;
  next: OrderStatus | null;
  tap: Tap;
}

/**
 * What to make and what waits to be fetched. An order keeps its place until its tap can no longer be
 * taken back: nothing moves away under a finger.
 */
export function layOut(
  orders: readonly StaffOrder[],
  changes: readonly StatusChange[],
): { toMake: TicketState[]; ready: TicketState[] } {
  const flow = flowOf(orders);
  const lastChanges = new Map(changes.map((change) => [change.orderId, change]));
  const tickets = orders.map((order) => {
    const last = lastChanges.get(order._id);
    const shown = last?.to ?? order.status;
    return { order, shown, next: nextStep(order, shown, flow), tap: tapOf(last) };
  });
  return {
    toMake: tickets.filter(({ order }) => order.status !== "ready"),
    ready: tickets.filter(({ order }) => order.status === "ready"),
  };
}

type SayWhen = (instant: Date, order: StaffOrder) => string;

const MINUTE_MS = 60_000;
const HOUR = 60;
/** An order for tonight is no concern yet: its edge begins to fill this long before the pickup. */
const FILL_MINUTES = 30;
const SOON_MINUTES = 5;
/** A customer at the counter was promised no time; these are what people bear. */
const LONG_WAIT_MINUTES = 10;
const TOO_LONG_MINUTES = 15;
const FILL_STEPS = 20;

export type AgeLevel = "calm" | "soon" | "late";

interface Urgency {
  /** What matters about the time: due in 5 min, late 3 min, 12 min. */
  text: string;
  level: AgeLevel;
  /** How full the ticket's edge is, from 0 to 1. */
  fill: number;
}

interface TicketAge extends Urgency {
  /** How long ago the order was made: 12 min. */
  sinceOrdered: string;
}

/** How urgent an order is: by the promised time, or by how long its customer has waited. */
export function ageOf(order: StaffOrder, now: Date, when: SayWhen): TicketAge {
  const sinceOrdered = formatDuration(minutesSince(order.createdAt, now));
  return { ...urgencyOf(order, now, when), sinceOrdered };
}

function urgencyOf(order: StaffOrder, now: Date, when: SayWhen): Urgency {
  if (order.status === "cancelled")
    return { text: m.kitchen.age.cancelled, level: "late", fill: 1 };
  if (order.status === "ready")
    return waiting(minutesSince(readyAt(order), now), m.kitchen.age.ready);
  const promised = promisedAt(order);
  if (!promised) return waiting(minutesSince(order.createdAt, now), ({ duration }) => duration);
  const left = (promised.getTime() - now.getTime()) / MINUTE_MS;
  if (left <= -1)
    return {
      text: m.kitchen.age.late({ duration: formatDuration(-left) }),
      level: "late",
      fill: 1,
    };
  if (left <= 0) return { text: m.kitchen.age.dueNow, level: "late", fill: 1 };
  return stillToCome(left, left > HOUR ? m.kitchen.age.due({ when: when(promised, order) }) : null);
}

function stillToCome(left: number, farText: string | null): Urgency {
  return {
    text: farText ?? m.kitchen.age.dueIn({ duration: formatDuration(Math.ceil(left)) }),
    level: left <= SOON_MINUTES ? "soon" : "calm",
    fill: inSteps(1 - left / FILL_MINUTES),
  };
}

function waiting(minutes: number, say: (age: { duration: string }) => string): Urgency {
  const isTooLong = minutes >= TOO_LONG_MINUTES;
  const isLong = minutes >= LONG_WAIT_MINUTES;
  return {
    text: (isTooLong ? m.kitchen.age.waiting : say)({ duration: formatDuration(minutes) }),
    level: isTooLong ? "late" : isLong ? "soon" : "calm",
    fill: inSteps(minutes / TOO_LONG_MINUTES),
  };
}

/** Whole minutes as the kitchen says them: 12 min, 1 h 5 min, 3 days. */
export function formatDuration(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  if (whole < HOUR) return m.kitchen.age.minutes({ minutes: whole });
  const hours = Math.floor(whole / HOUR);
  if (hours >= 48) return m.kitchen.age.days({ days: Math.floor(hours / 24) });
  return m.kitchen.age.hours({ hours, minutes: whole % HOUR });
}

function readyAt({ history, updatedAt }: StaffOrder): string {
  return history.filter(({ status }) => status === "ready").at(-1)?.at ?? updatedAt;
}

function minutesSince(instant: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / MINUTE_MS));
}

/** In steps that an eye can tell apart, so that a ticket is drawn again only when it looks different. */
function inSteps(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * FILL_STEPS) / FILL_STEPS;
}

/** Says times on the clock of where each order is picked up, with the day when it is not today. */
export function sayWhen(now: Date): SayWhen {
  return (instant, order) => {
    const zone = orderZone(order);
    const time = formatTimeOfDay(instant, zone);
    const isToday = dayInZone(instant, zone) === dayInZone(now, zone);
    return isToday ? time : `${formatWeekday(instant, zone, now)} ${time}`;
  };
}
