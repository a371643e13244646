import { useEffect, useMemo, useRef, useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { startRinging } from "./alarm";
import { useFlashingTitle } from "./use-flashing-title";

/** A press that was under way when the order came was meant for something else. */
const BLINK_MS = 600;
const NONE: ReadonlySet<string> = new Set();

/**
 * The pending orders that came while this screen was open and were not looked at. While there
 * are any, the alarm rings and the tab's title flashes. A press of anything on the page is a look
 * once it has ended: what was new then changes its size, and a button that moves under a held press loses it.
 * `pending` are all pending orders of the truck; undefined until they are known.
 */
export function useNewOrders(pending: readonly StaffOrder[] | undefined): StaffOrder[] {
  const known = useRef<Set<string> | null>(null);
  const [unseen, setUnseen] = useState(NONE);
  useEffect(() => {
    if (!pending) return;
    const ids = pending.map(({ _id }) => _id);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...ids]);
    // What waits when the screen is opened is in front of the person who opened it.
    const fresh = before ? ids.filter((id) => !before.has(id)) : [];
    if (fresh.length > 0) setUnseen((present) => new Set([...present, ...fresh]));
  }, [pending]);
  const newOrders = useMemo(
    () => (pending ?? []).filter(({ _id }) => unseen.has(_id)),
    [pending, unseen],
  );
  useAlarm(newOrders.length > 0, () => setUnseen(NONE));
  useFlashingTitle(titleFor(newOrders));
  return newOrders;
}

function useAlarm(isRinging: boolean, onLook: () => void): void {
  const latest = useRef(onLook);
  useEffect(() => {
    latest.current = onLook;
  });
  useEffect(() => {
    if (!isRinging) return;
    const since = Date.now();
    const stop = startRinging();
    const look = () => {
      if (Date.now() - since >= BLINK_MS) latest.current();
    };
    // A finger that scrolls ends in `pointercancel`.
    const signs = ["click", "pointercancel", "keydown", "wheel"] as const;
    for (const sign of signs) window.addEventListener(sign, look, { passive: true });
    return () => {
      stop();
      for (const sign of signs) window.removeEventListener(sign, look);
    };
  }, [isRinging]);
}

function titleFor(orders: readonly StaffOrder[]): string | null {
  const [only] = orders;
  if (!only) return null;
  return m.staff.orders.newOrderNewOrders({ count: orders.length, orderNumber: only.orderNumber });
}
