import { useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";

/** The pending orders that came while this view of the board was open; `view` names it. */
export function useArrived(pending: readonly StaffOrder[] | undefined, view: string): StaffOrder[] {
  const [start, setStart] = useState<{ view: string; ids: ReadonlySet<string> } | null>(null);
  if (!pending) return [];
  if (start?.view !== view) {
    setStart({ view, ids: new Set(pending.map(({ _id }) => _id)) });
    return [];
  }
  return pending.filter(({ _id }) => !start.ids.has(_id));
}
