import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { answer, api, authorizationHeader } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { OrderStatus } from "@/domain/api/staff-types";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { loadOutbox } from "@/domain/offline/load-outbox";
import { isUnsent } from "@/domain/offline/unsent-orders";
import { applyOrder, orderOfConflict } from "@/domain/orders/order-cache";
import { invalidateOrders } from "@/domain/orders/staff-order-queries";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { beforeSignOut, useCurrentUser } from "@/staff/session/session";
import { statusBadges } from "@/staff/shared/order-badges-and-warnings";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { showToast } from "@/ui/feedback/toast";
import type { Advance } from "./status-change-queue";
import {
  type Outcome,
  type QueueHandlers,
  type StatusChange,
  StatusChangeQueue,
  UNDO_MS,
  unsentChanges,
} from "./status-change-queue";

/** Requests time out after this long; a dead line must not look like a slow server. */
const ANSWER_MS = 10_000;

/** The unsent status changes of a truck that this person made, and the queue that takes new ones. */
export function useStatusChanges(truckId: string): {
  changes: readonly StatusChange[];
  queue: StatusChangeQueue;
} {
  const client = useQueryClient();
  const { _id: userId } = useCurrentUser();
  const [queue] = useState(
    () => new StatusChangeQueue(handlersFor(client, truckId), unsentChanges(userId, truckId)),
  );
  const changes = useSyncExternalStore(queue.subscribe, queue.getChanges);
  useEffect(() => {
    queue.restore();
    return sendWhenLeft(queue);
  }, [queue]);
  return { changes, queue };
}

/** Sends everything once the screen is hidden or closed, and before the token is revoked that it is sent with. */
function sendWhenLeft(queue: StatusChangeQueue): () => void {
  const handleVisibility = () => {
    if (document.visibilityState === "hidden") queue.hide();
    else queue.retryNow();
  };
  const handleLeave = () => queue.leave();
  const handleBack = () => queue.retryNow();
  const forget = beforeSignOut(() => queue.finish());
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("pagehide", handleLeave);
  window.addEventListener("online", handleBack);
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    window.removeEventListener("pagehide", handleLeave);
    window.removeEventListener("online", handleBack);
    queue.close();
    void queue.whenEmpty().then(forget);
  };
}

function handlersFor(client: QueryClient, truckId: string): QueueHandlers {
  // The token of the user who tapped: another one may be signed in when the change is sent.
  const headers = authorizationHeader();
  return {
    send: (change, through) => send(change, through, headers),
    onSaved: (order) => applyOrder(client, order),
    onOvertaken: (order) => {
      applyOrder(client, order);
      const { orderNumber, status } = order;
      showToast({ type: "info", message: m.orders.steps.already({ orderNumber, status }) });
    },
    onRefused: ({ orderNumber }) => {
      invalidateOrders(client, truckId);
      const message = m.kitchen.step.failed({ orderNumber });
      showToast({ type: "error", message });
    },
  };
}

async function send(
  change: StatusChange,
  through: OrderStatus[],
  headers: Record<string, string>,
): Promise<Outcome> {
  const { orderId, to } = change;
  if (isUnsent({ _id: orderId })) return await sendOfDraft(change, through, headers);
  try {
    const call = api.PATCH("/api/orders/{order_id}", {
      params: { path: { order_id: orderId } },
      body: through.length > 0 ? { status: to, through } : { status: to },
      headers,
      keepalive: true,
      signal: withTimeLimit(ANSWER_MS),
    });
    return { kind: "saved", order: await answer(call) };
  } catch (error) {
    const order = orderOfConflict(error);
    if (order) return { kind: "overtaken", order };
    if (error instanceof ApiError && error.status === 401) return { kind: "signed-out" };
    // Setting the same status again is harmless, so it is retried until there is an answer.
    return isRefusal(error) ? { kind: "refused", error } : { kind: "unanswered" };
  }
}

/** The step of an order that is on this device is written there; one that was sent meanwhile has an id of the server. */
async function sendOfDraft(
  change: StatusChange,
  through: OrderStatus[],
  headers: Record<string, string>,
): Promise<Outcome> {
  const { changeOrder, sentAs } = await loadOutbox();
  const isHere = await changeOrder(change.orderId, () => ({ status: change.to }));
  if (isHere) return { kind: "kept" };
  const orderId = await sentAs(change.orderId);
  if (orderId) return await send({ ...change, orderId }, through, headers);
  return { kind: "refused", error: new Error("The order is not on this device any more") };
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

/** What a press does: the step, taking it back, and what a screen reader hears of both. */
export function useSteps(
  queue: StatusChangeQueue,
  sayDone: (step: { orderNumber: string; status: string }) => string,
) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    // It says that the step can be undone, which is over then.
    const timer = setTimeout(() => setSaid(""), UNDO_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const advance: Advance = useCallback(
    (order, from, to, through) => {
      queue.add(order, from, to, through);
      setSaid(sayDone({ orderNumber: order.orderNumber, status: statusBadges()[to].label }));
    },
    [queue, sayDone],
  );
  const undo = useCallback(
    (orderId?: string) => {
      const step = queue.undo(orderId);
      if (!step) return;
      const { orderNumber, from } = step;
      setSaid(m.kitchen.step.undone({ orderNumber, status: statusBadges()[from].label }));
    },
    [queue],
  );
  return { said, advance, undo };
}

interface UnsentBarProps {
  changes: readonly StatusChange[];
  onRetry: () => void;
}

/** Says that the server has not heard of some taps; they are kept and sent again until it has. */
export function UnsentBar({ changes, onRetry }: UnsentBarProps) {
  const stuck = changes.filter(({ state }) => state === "stuck");
  const numbers = [...new Set(stuck.map(({ orderNumber }) => `#${orderNumber}`))];
  if (numbers.length === 0) return null;
  return (
    <NoticeBar
      tone="danger"
      role="alert"
      action={<Button onClick={onRetry}>{m.kitchen.unsaved.retry}</Button>}
    >
      {m.kitchen.unsaved.bar({ numbers: formatList(numbers) })}
    </NoticeBar>
  );
}

/**
 * The button that had the focus goes when its order moves or leaves. The board takes the focus
 * then, never the next order's button: a press that came late would move the wrong order.
 */
export function useFocusKept(board: RefObject<HTMLElement | null>): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const note = () => {
      hadFocus.current = true;
    };
    const forget = (event: FocusEvent) => {
      // An element that is taken away has no next one.
      if (event.relatedTarget) hadFocus.current = element.contains(event.relatedTarget as Node);
    };
    element.addEventListener("focusin", note);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", note);
      element.removeEventListener("focusout", forget);
    };
  }, [board]);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      board.current?.focus({ preventScroll: true });
    }
  });
}
