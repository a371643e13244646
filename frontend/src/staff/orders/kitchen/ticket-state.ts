import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { flowOf, nextStep } from "@/staff/orders/steps/next-step";
import { type StatusChange, type Tap, tapOf } from "@/staff/orders/steps/status-change-queue";

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
