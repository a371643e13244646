import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { cancelAndReadAgain, readAgain } from "@/domain/live/read-again";
import { applyRecord, fetchRecord } from "@/domain/live/record-versions";
import type { LiveSource } from "@/domain/live/use-live-stream";
import { trackedOrderKey, trackedSlotsKey } from "@/domain/query-keys";

type Schemas = components["schemas"];

/** The order as its customer may follow it; amounts in dollars. */
export type TrackedOrder = Schemas["TrackedOrder"];
export type Status = TrackedOrder["status"];

export function trackedOrderQuery(token: string) {
  return queryOptions({
    queryKey: trackedOrderKey(token),
    queryFn: ({ signal, client }) =>
      fetchRecord(client, () =>
        answer(api.GET("/api/track/{token}", { params: { path: { token } }, signal })),
      ),
  });
}

/** The stream of an order for its customer. */
export function trackingStream(token: string): LiveSource {
  const queryKey = trackedOrderKey(token);
  const shown = [queryKey, trackedSlotsKey(token)];
  return {
    path: `/track/${encodeURIComponent(token)}/stream`,
    apply: (client, name, data) => {
      const known = client.getQueryData<TrackedOrder>(queryKey);
      if (name === "order") applyRecord(client, queryKey, data as TrackedOrder);
      else if (name !== "stop" || isStop(data, known?.stopId)) {
        for (const key of shown) void readAgain(client, key);
      }
    },
    invalidate: (client) => {
      for (const key of shown) void cancelAndReadAgain(client, key);
    },
  };
}

function isStop(data: unknown, stopId: string | null | undefined): boolean {
  return (data as { stopId?: unknown } | null)?.stopId === stopId;
}

/** Whether the server said that no order has this token, rather than nothing at all. */
export function isOrderMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** As time passes the first slots become too soon. */
const ASK_FOR_SLOTS_MS = 60_000;

/** The slots that an order may move to; what it has taken itself counts as free. */
export function trackedSlotsQuery(token: string) {
  return queryOptions({
    queryKey: trackedSlotsKey(token),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/track/{token}/slots", { params: { path: { token } }, signal })),
    refetchInterval: ASK_FOR_SLOTS_MS,
    refetchOnMount: "always",
  });
}

export function moveOrder(token: string, slotAt: string, key: string): Promise<TrackedOrder> {
  const params = { path: { token }, header: { "Idempotency-Key": key } };
  return answer(api.POST("/api/track/{token}/slot", { params, body: { slotAt } }));
}

export function cancelOrder(token: string, key: string): Promise<TrackedOrder> {
  const params = { path: { token }, header: { "Idempotency-Key": key } };
  return answer(api.POST("/api/track/{token}/cancel", { params }));
}
