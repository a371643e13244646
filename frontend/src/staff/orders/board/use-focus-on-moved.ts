import { type RefObject, useEffect, useRef } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";

/**
 * The button that moved an order on is gone with the old status, and the focus with it. The ticket
 * takes it, or the list when the ticket has left that too; never the ticket's next button, which a
 * key held down too long would press.
 */
export function useFocusOnMoved(
  list: RefObject<HTMLElement | null>,
  moved: StaffOrder | null,
  orders: readonly StaffOrder[],
): void {
  const done = useRef<StaffOrder | null>(null);
  useEffect(() => {
    if (!moved || done.current === moved) return;
    const shown = orders.find(({ _id }) => _id === moved._id);
    // The old button is still there, and has the focus.
    if (shown && shown.version < moved.version) return;
    done.current = moved;
    const focused = document.activeElement;
    if (focused && focused !== document.body) return;
    const ticket = list.current?.querySelector<HTMLElement>(`#${ticketId(moved)}`);
    (ticket ?? list.current)?.focus({ preventScroll: true });
  }, [list, moved, orders]);
}

export function ticketId({ _id }: Pick<StaffOrder, "_id">): string {
  return `order-${_id}`;
}
