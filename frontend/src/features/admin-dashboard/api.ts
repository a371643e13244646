import { queryOptions } from "@tanstack/react-query";
import type { OrderCounts } from "@/api/admin-types";
import { apiGet } from "@/api/client";

const OPEN_STATUSES = ["pending", "confirmed", "preparing", "ready"] as const;
const LOOK_AGAIN_MS = 30_000;

export interface OpenOrders {
  /** Everything that is not yet handed over or cancelled. */
  open: number;
  /** Those nobody has confirmed yet. */
  waiting: number;
}

/** How busy the truck is; kept fresh while the dashboard stands open on a counter. */
export function openOrdersQuery(truckId: string) {
  return queryOptions({
    queryKey: ["dashboard", "open-orders", truckId],
    queryFn: ({ signal }) => countOpenOrders(truckId, signal),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: "always",
  });
}

async function countOpenOrders(truckId: string, signal: AbortSignal): Promise<OpenOrders> {
  const path = `/orders/counts?truckId=${encodeURIComponent(truckId)}`;
  const counts = await apiGet<OrderCounts>(path, { signal });
  return {
    open: OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0),
    waiting: counts.pending,
  };
}
