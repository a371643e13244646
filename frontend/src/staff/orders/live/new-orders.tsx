import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { StaffOrder } from "@/domain/api/staff-types";
import type { LiveState } from "@/domain/live/use-live-stream";
import { pendingOrdersQuery } from "@/domain/orders/staff-order-queries";
import { messages as m } from "@/messages";
import { isOverdue } from "@/staff/shared/order-rules";
import { pollWhileLost } from "@/staff/shared/use-live-staff-truck";
import styles from "@/staff/shell/shell.module.css";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { ButtonLink } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { startRinging } from "./alarm";
import { LiveBars } from "./connection-sound-and-printer-bars";

interface NewOrderWatchProps {
  truckId: string;
  /** The truck's time zone. */
  zone: string;
  live: LiveState;
}

/**
 * Rings for new orders on a screen that shows something else. What a colleague takes at the window
 * is no news: that colleague is there.
 */
export function NewOrderWatch({ truckId, zone, live }: NewOrderWatchProps) {
  const refetchInterval = pollWhileLost(live);
  const { data } = useQuery({
    ...pendingOrdersQuery(truckId),
    select: onlyOnline,
    refetchInterval,
  });
  useNewOrders(data);
  const arrived = useArrived(data, truckId);
  const [newest] = arrived;
  return (
    <div className={styles.bars}>
      <LiveBars truckId={truckId} live={live} zone={zone} />
      {newest ? (
        <NoticeBar
          tone="info"
          role="alert"
          action={<ButtonLink to="/admin/orders">{m.orders.arrivals.see}</ButtonLink>}
        >
          {m.orders.arrivals.toast({
            count: arrived.length,
            orderNumber: newest.orderNumber,
            customerName: newest.customerName,
          })}
        </NoticeBar>
      ) : null}
    </div>
  );
}

function onlyOnline<Order extends { source: string }>(pending: Order[]): Order[] {
  return pending.filter(({ source }) => source === "online");
}

/** A press that began sooner after an order came was meant for something else. */
const BLINK_MS = 600;
/** When each order came that was not looked at yet (ms), by its id. */
type Unseen = ReadonlyMap<string, number>;
const NONE: Unseen = new Map();

/**
 * The pending orders that came while this screen was open and were not looked at. While there
 * are any, the alarm rings and the tab's title flashes. A press of anything on the page is a look.
 * `pending` are all pending orders of the truck; undefined until they are known.
 */
export function useNewOrders(pending: readonly StaffOrder[] | undefined): StaffOrder[] {
  const known = useRef<Set<string> | null>(null);
  const [unseen, setUnseen] = useState(NONE);
  useEffect(() => {
    if (!pending) return;
    const ids = pending.filter(isNews).map(({ _id }) => _id);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...ids]);
    // What waits when the screen is opened is in front of the person who opened it.
    const fresh = before ? ids.filter((id) => !before.has(id)) : [];
    const now = Date.now();
    if (fresh.length > 0)
      setUnseen((present) => new Map([...present, ...fresh.map((id) => [id, now] as const)]));
  }, [pending]);
  useEffect(
    () => listenForPresses((at) => setUnseen((present) => keepThoseSince(at - BLINK_MS, present))),
    [],
  );
  const newOrders = useMemo(
    () => (pending ?? []).filter(({ _id }) => unseen.has(_id)),
    [pending, unseen],
  );
  const overdue = useOverdue(pending);
  const isRinging = newOrders.length > 0 || overdue;
  useEffect(() => (isRinging ? startRinging() : undefined), [isRinging]);
  useFlashingTitle(titleFor(newOrders));
  return newOrders;
}

/** What was taken without network arrives in silence: its customer has been served, or waits at the window. */
function isNews({ flags }: Pick<StaffOrder, "flags">): boolean {
  return !flags.includes("taken_offline");
}

/** Whether an order is nearly due that no one has confirmed. A press does not end this: only confirming does. */
function useOverdue(pending: readonly StaffOrder[] | undefined): boolean {
  const now = usePresent();
  return (pending ?? []).some((order) => isNews(order) && isOverdue(order, now));
}

/**
 * Tells of each press of anything on the page after it has ended, with the time (ms) at which it began. Not sooner:
 * the cards shrink when they are no longer new, and a button that moves while it is held down gets no click.
 */
function listenForPresses(onPress: (beganAt: number) => void): () => void {
  let beganAt: number | null = null;
  const begin = () => {
    beganAt = Date.now();
  };
  const end = () => {
    onPress(beganAt ?? Date.now());
    beganAt = null;
  };
  // A touch that becomes a scroll gives `pointercancel` instead of a click.
  const ends = ["click", "auxclick", "pointercancel", "keydown", "wheel"] as const;
  window.addEventListener("pointerdown", begin);
  for (const name of ends) window.addEventListener(name, end, { passive: true });
  return () => {
    window.removeEventListener("pointerdown", begin);
    for (const name of ends) window.removeEventListener(name, end);
  };
}

function keepThoseSince(time: number, unseen: Unseen): Unseen {
  const kept = [...unseen].filter(([, cameAt]) => cameAt > time);
  return kept.length === unseen.size ? unseen : new Map(kept);
}

function titleFor(orders: readonly StaffOrder[]): string | null {
  const [only] = orders;
  if (!only) return null;
  return m.orders.arrivals.announced({ count: orders.length, orderNumber: only.orderNumber });
}

/** The pending orders that came while this view of the board was open; `view` names it. */
export function useArrived(pending: readonly StaffOrder[] | undefined, view: string): StaffOrder[] {
  const [start, setStart] = useState<{ view: string; ids: ReadonlySet<string> } | null>(null);
  if (!pending) return [];
  if (start?.view !== view) {
    setStart({ view, ids: new Set(pending.map(({ _id }) => _id)) });
    return [];
  }
  return pending.filter((order) => isNews(order) && !start.ids.has(order._id));
}

const FLASH_MS = 1_000;

/** Lets the tab's title alternate with a text, so that it is noticed among other tabs; null rests. */
function useFlashingTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    let usual = document.title;
    const flash = () => {
      if (document.title === text) document.title = usual;
      else {
        // The screen may have been given another title meanwhile.
        usual = document.title;
        document.title = text;
      }
    };
    flash();
    const timer = setInterval(flash, FLASH_MS);
    return () => {
      clearInterval(timer);
      if (document.title === text) document.title = usual;
    };
  }, [text]);
}
