import { messages as m } from "@/messages";

/** What staff call the state of a stop. */
export function stateLabel(state: string): string {
  const labels: Record<string, string> = {
    open: m.schedule.states.open,
    upcoming: m.schedule.states.planned,
    cancelled: m.common.orderCancelled,
    ended: m.schedule.states.ended,
  };
  return labels[state] ?? state;
}
