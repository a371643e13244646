import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { flowOf, nextStep, type Tap, tapOf } from "@/staff/orders/steps/next-step";
import type { StatusChange } from "@/staff/orders/steps/status-change-queue";

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

/** The words of the one big button, by where it leads. */
const stepLabels = (): Partial<Record<OrderStatus, string>> => ({
  confirmed: m.common.confirm,
  preparing: m.kitchen.step.start,
  ready: m.common.ready,
  completed: m.kitchen.step.handOver,
});

export function stepLabel(to: OrderStatus): string {
  return stepLabels()[to] ?? m.orders.steps.markAs[to];
}

/** When the customer was told to come; null for a customer who ordered at the counter and waits there. */
export function promisedAt(order: StaffOrder): Date | null {
  return parseInstant(order.estimatedPickupTime) ?? parseInstant(order.pickupTime);
}

/**
 * The next to be wanted first. An order that was taken at the counter is wanted at its slot, or without one from the
 * moment it is made.
 */
export function byPickup(one: StaffOrder, other: StaffOrder): number {
  return (
    wantedMs(one) - wantedMs(other) ||
    Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
    // Two of the same instant keep their places from one look to the next.
    one._id.localeCompare(other._id)
  );
}

/** When the food is wanted, in milliseconds since 1970. */
export function wantedMs(order: StaffOrder): number {
  const at = promisedAt(order) ?? parseInstant(order.slotAt);
  return at?.getTime() ?? Date.parse(order.createdAt);
}
