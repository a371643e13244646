import type { QueryClient } from "@tanstack/react-query";
import type { User } from "@/domain/api/staff-types";
import { onReach } from "@/domain/live/online-and-server-reached";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { keepAnswers, lastContactAt } from "@/domain/offline/known-answers-and-time-alone";
import { type Round, type Sender, sendAll, showOrdersOf } from "@/domain/offline/outbox";
import { useUnsentStore } from "@/domain/offline/unsent-orders";
import { applyOrder } from "@/domain/orders/order-cache";
import { openOrdersQuery } from "@/domain/orders/staff-order-queries";
import { counterQuery } from "@/staff/orders/counter/api";

/**
 * What goes on beside the screens of a signed-in user, so that the window sells on without network: the app and its
 * answers are kept on the device, and unsent orders are sent. Loaded once the first screen is there.
 */
export function followOffline(client: QueryClient, user: User, token: string): () => void {
  const ends = [keepAnswers(client, user, token), followOutbox(client, user), onReach(tellLost)];
  void keepApp();
  if (user.truckId) readAhead(client, user.truckId);
  return () => {
    for (const end of ends) end();
    useUnsentStore.setState({ orders: [], unreadable: [], lostSince: null, sendNow: () => {} });
  };
}

/** A request that failed says at once that the server is lost, and any answer that it is back. */
function tellLost(isThere: boolean): void {
  useUnsentStore.setState({ lostSince: isThere ? null : (lastContactAt() ?? Date.now()) });
}

/** The worker keeps the screens of the staff area from now on. */
async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "keep-staff-app" });
}

/** What the counter and the kitchen need, also on a device that has not shown them yet. */
function readAhead(client: QueryClient, truckId: string): void {
  void client.prefetchQuery(staffMenuQuery(truckId));
  void client.prefetchQuery(counterQuery(truckId));
  void client.prefetchQuery(openOrdersQuery(truckId));
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
/** What waits for something else than the network is tried again so often. */
const LOOK_AGAIN_MS = 30_000;

function followOutbox(client: QueryClient, user: User): () => void {
  const sender = senderFor(client, user, () => !isOver);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Until then the server has asked for rest (ms since the page was opened, which no clock moves). */
  let restsUntil = 0;
  let isRunning = false;
  let isOver = false;
  const waiting = () =>
    useUnsentStore.getState().orders.filter(({ refusal }) => refusal === null).length;
  const round = async () => {
    if (isRunning || isOver || waiting() === 0) return;
    isRunning = true;
    const { end, retryAfterMs } = await sendAll(sender).catch(
      (): Round => ({ end: "unreachable", retryAfterMs: null }),
    );
    isRunning = false;
    if (isOver) return;
    const isLost = end === "unreachable";
    failures = isLost || end === "fault" ? failures + 1 : 0;
    // That it is there any answer says; a round may have had nothing to send.
    if (isLost) tellLost(false);
    // A session that is over ends this work.
    restsUntil = performance.now() + (retryAfterMs ?? 0);
    if (waiting() > 0 && end !== "sign-in") soon(pause(failures));
  };
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void round(), Math.max(ms, restsUntil - performance.now()));
  };
  const now = () => soon(0);
  useUnsentStore.setState({ sendNow: now });
  const followNew = useUnsentStore.subscribe(({ orders, lostSince }, before) => {
    if (lostSince === null && before.lostSince !== null) now();
    else if (orders.length > before.orders.length) soon(FIRST_RETRY_MS);
  });
  window.addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  void showOrdersOf(sender.maySend).then(now, () => undefined);
  return () => {
    isOver = true;
    void showOrdersOf(() => false).catch(() => undefined);
    clearTimeout(timer);
    followNew();
    window.removeEventListener("online", now);
    document.removeEventListener("visibilitychange", now);
  };
}

function pause(failures: number): number {
  return failures === 0 ? LOOK_AGAIN_MS : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
}

/** Once the user has gone, nothing more is sent: it would go with the token of the next one. */
function senderFor(client: QueryClient, user: User, isHere: () => boolean): Sender {
  return {
    maySend: (truckId) => isHere() && (user.role === "superadmin" || user.truckId === truckId),
    onSent: (order) => {
      // The order itself says that the server is there.
      useUnsentStore.setState({ lostSince: null });
      applyOrder(client, order);
    },
  };
}
