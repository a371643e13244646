import type { OrderStatus } from "@/domain/api/admin-types";

/** The words of the one big button, by where it leads. */
const STEP_LABELS: Partial<Record<OrderStatus, string>> = {
  confirmed: "Confirm",
  preparing: "Start cooking",
  ready: "Ready",
  completed: "Handed over",
};

export function stepLabel(to: OrderStatus): string {
  return STEP_LABELS[to] ?? `Mark as ${to}`;
}

/** What can be said about the last tap on a ticket: nothing, it can be taken back, or no answer yet. */
export type Tap = "none" | "undoable" | "sending" | "stuck";
