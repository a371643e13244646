import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { authorizationHeader } from "@/api/client";
import { ApiError } from "@/api/errors";
import { orderOfConflict } from "@/components/orders/order-conflict";
import { STATUS_LOOK } from "@/components/orders/order-words";
import { showToast } from "@/components/ui/toast-store";
import { withTimeLimit } from "@/lib/time-limit";
import { putOrder, sendStatus, tellOtherScreens } from "./open-orders";
import { StepQueue } from "./step-queue";
import type { Outcome, Outside, Step } from "./steps";
import { unsentSteps } from "./unsent-steps";

/** A line that swallows what is sent must not look like a server that is thinking. */
const ANSWER_MS = 10_000;

/** The taps that are on their way, and the queue that takes new ones. */
export function useSteps(
  userId: string,
  truckId: string,
): { steps: readonly Step[]; queue: StepQueue } {
  const client = useQueryClient();
  const [queue] = useState(() => new StepQueue(outsideOf(client), unsentSteps(userId, truckId)));
  const steps = useSyncExternalStore(queue.subscribe, queue.getSteps);
  useEffect(() => {
    queue.restore();
    return sendWhenLeft(queue);
  }, [queue]);
  return { steps, queue };
}

/** Once the screen is out of sight or gone, nobody will take anything back. */
function sendWhenLeft(queue: StepQueue): () => void {
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

function outsideOf(client: QueryClient): Outside {
  // In the name of whoever tapped, although somebody else may be signed in by the time it is sent.
  const headers = authorizationHeader();
  return {
    send: (step, through) => send(step, through, headers),
    onSaved: (order) => keep(client, order),
    onOvertaken: (order) => {
      keep(client, order);
      const status = STATUS_LOOK[order.status].label;
      showToast({ type: "info", message: `Order #${order.orderNumber} is already ${status}.` });
    },
    onRefused: ({ orderNumber }) => {
      const message = `Order #${orderNumber}: Failed to update order status`;
      showToast({ type: "error", message });
    },
  };
}

async function send(
  { orderId, to }: Step,
  through: OrderStatus[],
  headers: Record<string, string>,
): Promise<Outcome> {
  try {
    const options = { headers, keepalive: true, signal: withTimeLimit(ANSWER_MS) };
    return { kind: "saved", order: await sendStatus(orderId, to, through, options) };
  } catch (error) {
    const order = orderOfConflict(error);
    if (order) return { kind: "overtaken", order };
    if (error instanceof ApiError && error.status === 401) return { kind: "signed-out" };
    // Asking for the same status again is harmless, so it is asked until there is an answer.
    return isRefusal(error) ? { kind: "refused", error } : { kind: "unanswered" };
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

function keep(client: QueryClient, order: StaffOrder): void {
  putOrder(client, order);
  tellOtherScreens(client, order.truckId);
}
