import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { OrderCounts } from "@/domain/api/staff-types";
import { orderCountsQuery } from "@/domain/orders/staff-order-queries";
import { comparisonKey } from "@/domain/query-keys";

const OPEN_STATUSES = ["pending", "confirmed", "preparing", "ready"] as const;
/** The dashboard follows no stream. */
const POLL_MS = 30_000;

interface OpenOrders {
  /** Everything that is neither handed over nor cancelled. */
  open: number;
  /** Those that wait to be confirmed. */
  waiting: number;
}

/** How busy the truck is. */
export function openOrderCountQuery(truckId: string) {
  return queryOptions({
    ...orderCountsQuery(truckId),
    select: openOrdersOf,
    refetchInterval: POLL_MS,
  });
}

function openOrdersOf(counts: OrderCounts): OpenOrders {
  return {
    open: OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0),
    waiting: counts.pending,
  };
}

/** All trucks on these days, and how each stands now. */
export function comparisonQuery(from: string, to: string) {
  return queryOptions({
    queryKey: comparisonKey(from, to),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/analytics/trucks", { params: { query: { from, to } }, signal })),
    // Other days may take a moment; the figures stay until then instead of jumping away.
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    refetchOnMount: "always",
  });
}
