import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { flowOf, nextStep } from "./next-step";
import type { Tap } from "./step-words";
import type { Step } from "./steps";

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
  steps: readonly Step[],
): { toMake: TicketState[]; ready: TicketState[] } {
  const flow = flowOf(orders);
  const lastSteps = new Map(steps.map((step) => [step.orderId, step]));
  const tickets = orders.map((order) => {
    const last = lastSteps.get(order._id);
    const shown = last?.to ?? order.status;
    return { order, shown, next: nextStep(order, shown, flow), tap: tapOf(last) };
  });
  return {
    toMake: tickets.filter(({ order }) => order.status !== "ready"),
    ready: tickets.filter(({ order }) => order.status === "ready"),
  };
}

function tapOf(last: Step | undefined): Tap {
  if (!last) return "none";
  if (last.state === "waiting") return "undoable";
  return last.state === "stuck" ? "stuck" : "sending";
}
