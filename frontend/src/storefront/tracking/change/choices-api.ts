import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { trackedSlotsKey } from "@/domain/query-keys";
import type { TrackedOrder } from "@/storefront/tracking/api";

/** As time passes the first slots become too soon. */
const ASK_AGAIN_MS = 60_000;

/** The slots that an order may move to; what it has taken itself counts as free. */
export function trackedSlotsQuery(token: string) {
  return queryOptions({
    queryKey: trackedSlotsKey(token),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/track/{token}/slots", { params: { path: { token } }, signal })),
    refetchInterval: ASK_AGAIN_MS,
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
