import { messages as m } from "@/messages";

/** What staff call the state of a stop. */
export function stateLabel(state: string): string {
  const labels: Record<string, string> = {
    open: m.staff.schedule.open,
    upcoming: m.staff.schedule.planned,
    cancelled: m.staff.schedule.cancelled,
    ended: m.staff.schedule.over,
  };
  return labels[state] ?? state;
}
