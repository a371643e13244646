import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { STATUSES } from "@/staff/shared/order-rules";

/** A step that one press makes. `through` are the statuses on the way, which the customer is not told of. */
export interface Step {
  to: OrderStatus;
  through: OrderStatus[];
}

type Flow = ReadonlyMap<OrderStatus, OrderStatus | null>;

/** Where the server lets the orders of each status go next, as far as there are any. */
export function flowOf(orders: readonly StaffOrder[]): Flow {
  return new Map(orders.map((order) => [order.status, onward(order)]));
}

/**
 * The step that one tap makes. The second of two quick taps cannot wait for the server's answer to
 * the first: it goes where other orders of that status go, or on to the next in the list of
 * statuses. The server still judges it.
 */
export function nextStep(
  order: StaffOrder,
  shown: OrderStatus,
  flow: Flow = new Map(),
): OrderStatus | null {
  if (shown === order.status) return onward(order);
  const learned = flow.get(shown);
  return learned === undefined ? following(shown) : learned;
}

/** Never to cancelled: that takes more than a tap. */
function onward({ nextStatuses }: StaffOrder): OrderStatus | null {
  return nextStatuses.find((status) => status !== "cancelled") ?? null;
}

function following(status: OrderStatus): OrderStatus | null {
  const next = STATUSES[STATUSES.indexOf(status) + 1];
  return next === undefined || status === "completed" || next === "cancelled" ? null : next;
}

/** What is ready when it is ordered, such as a drink, need not be marked as being cooked: two steps at once. */
export function shortcutPast(next: OrderStatus | null): Step | null {
  return next === "preparing" ? { to: "ready", through: ["preparing"] } : null;
}
