import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderCounts, OrderPage, OrderStatus, StaffOrder } from "@/api/admin-types";
import { apiGet, apiPatch } from "@/api/client";
import { ApiError } from "@/api/errors";

export const NEWEST = 50;
/** Crews leave the screen open all day; it must not fall far behind the window. */
const REFRESH_MS = 15_000;

export type StatusFilter = OrderStatus | "all";

/** The newest orders of a truck, of one status or of all. */
export function ordersQuery(truckId: string, status: StatusFilter) {
  const query = new URLSearchParams({
    truckId,
    sortField: "createdAt",
    sortOrder: "desc",
    limit: String(NEWEST),
  });
  if (status !== "all") query.set("status", status);
  return queryOptions({
    queryKey: ["orders", truckId, "list", status],
    queryFn: async ({ signal }) => {
      const answer = await apiGet<OrderPage | StaffOrder[]>(`/orders?${query}`, { signal });
      return Array.isArray(answer) ? answer : answer.orders;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** How many orders of a truck stand in each status, over all of them. */
export function orderCountsQuery(truckId: string) {
  return queryOptions({
    queryKey: ["orders", truckId, "counts"],
    queryFn: ({ signal }) =>
      apiGet<OrderCounts>(`/orders/counts?truckId=${encodeURIComponent(truckId)}`, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Moves an order on. Whatever comes of it, the lists are read again. */
export function useChangeStatus(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, status }: { order: StaffOrder; status: OrderStatus }) =>
      apiPatch<StaffOrder>(`/orders/${order._id}`, { status }),
    onSettled: () => client.invalidateQueries({ queryKey: ["orders", truckId] }),
  });
}

/** The order as a colleague has left it meanwhile, when that is why a change was refused. */
export function orderOfConflict(error: unknown): StaffOrder | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body as { order?: StaffOrder } | null;
  return body?.order ?? null;
}
