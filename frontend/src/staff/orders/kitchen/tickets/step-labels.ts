import type { OrderStatus } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

/** The words of the one big button, by where it leads. */
const stepLabels = (): Partial<Record<OrderStatus, string>> => ({
  confirmed: m.common.confirm,
  preparing: m.kitchen.step.start,
  ready: m.common.ready,
  completed: m.kitchen.step.handOver,
});

export function stepLabel(to: OrderStatus): string {
  return stepLabels()[to] ?? m.kitchen.step.markAs({ status: to });
}

/** What can be said about the last tap on a ticket: nothing, it can be taken back, or no answer yet. */
export type Tap = "none" | "undoable" | "sending" | "stuck";
