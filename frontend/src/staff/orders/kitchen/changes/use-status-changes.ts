import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { OrderStatus } from "@/domain/api/admin-types";
import { answer, api, authorizationHeader } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { applyOrder } from "@/domain/orders/order-cache";
import { orderOfConflict } from "@/domain/orders/order-conflict";
import { messages as m } from "@/messages";
import { statusBadges } from "@/staff/shared/order-labels";
import { showToast } from "@/ui/feedback/toast";
import type { Outcome, QueueHandlers, StatusChange } from "./status-change";
import { StatusChangeQueue } from "./status-change-queue";
import { unsentChanges } from "./unsent-changes";

/** Requests time out after this long; a dead line must not look like a slow server. */
const ANSWER_MS = 10_000;

/** The unsent status changes of a truck, and the queue that takes new ones. */
export function useStatusChanges(
  userId: string,
  truckId: string,
): { changes: readonly StatusChange[]; queue: StatusChangeQueue } {
  const client = useQueryClient();
  const [queue] = useState(
    () => new StatusChangeQueue(handlersFor(client), unsentChanges(userId, truckId)),
  );
  const changes = useSyncExternalStore(queue.subscribe, queue.getChanges);
  useEffect(() => {
    queue.restore();
    return sendWhenLeft(queue);
  }, [queue]);
  return { changes, queue };
}

/** Sends everything once the screen is hidden or closed. */
function sendWhenLeft(queue: StatusChangeQueue): () => void {
  const handleVisibility = () => {
    if (document.visibilityState === "hidden") queue.hide();
    else queue.retryNow();
  };
  const handleLeave = () => queue.leave();
  const handleBack = () => queue.retryNow();
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("pagehide", handleLeave);
  window.addEventListener("online", handleBack);
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    window.removeEventListener("pagehide", handleLeave);
    window.removeEventListener("online", handleBack);
    queue.close();
  };
}

function handlersFor(client: QueryClient): QueueHandlers {
  // The token of the user who tapped: another one may be signed in when the change is sent.
  const headers = authorizationHeader();
  return {
    send: (change, through) => send(change, through, headers),
    onSaved: (order) => applyOrder(client, order),
    onOvertaken: (order) => {
      applyOrder(client, order);
      const status = statusBadges()[order.status].label;
      showToast({
        type: "info",
        message: m.orders.steps.already({ orderNumber: order.orderNumber, status }),
      });
    },
    onRefused: ({ orderNumber }) => {
      const message = m.kitchen.step.failed({ orderNumber });
      showToast({ type: "error", message });
    },
  };
}

async function send(
  { orderId, to }: StatusChange,
  through: OrderStatus[],
  headers: Record<string, string>,
): Promise<Outcome> {
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

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}
