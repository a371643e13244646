import { queryOptions } from "@tanstack/react-query";
import type { OrderCounts } from "@/domain/api/admin-types";
import { orderCountsQuery } from "@/domain/orders/staff-orders";

const OPEN_STATUSES = ["pending", "confirmed", "preparing", "ready"] as const;
/** The dashboard follows no stream. */
export const POLL_MS = 30_000;

export interface OpenOrders {
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
