import type { OrderStatus } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

/** The words of the one big button, by where it leads. */
const STEP_LABELS: Partial<Record<OrderStatus, string>> = {
  get confirmed() {
    return m.staff.ordersKitchen.confirm;
  },
  get preparing() {
    return m.staff.ordersKitchen.startCooking;
  },
  get ready() {
    return m.staff.ordersKitchen.ready2;
  },
  get completed() {
    return m.staff.ordersKitchen.handedOver;
  },
};

export function stepLabel(to: OrderStatus): string {
  return STEP_LABELS[to] ?? m.staff.ordersKitchen.markAs({ to });
}

/** What can be said about the last tap on a ticket: nothing, it can be taken back, or no answer yet. */
export type Tap = "none" | "undoable" | "sending" | "stuck";
