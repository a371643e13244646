import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { OrderPage, OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { newest } from "@/domain/live/record-versions";
import { orderKeys } from "@/domain/query-keys";
import { fetchOrders } from "./order-cache";
import { applyToOpen } from "./order-list";

/** In the order in which an order passes them: one that moves on meanwhile is met again, not missed. */
const OPEN: readonly OrderStatus[] = ["pending", "confirmed", "preparing", "ready"];
const PAGE = 100;

/** All open orders of a truck for the kitchen, and those that were cancelled since it opened. */
export function openOrdersQuery(truckId: string) {
  const queryKey = orderKeys.open(truckId);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      fetchOrders(
        client,
        async () => {
          const open = await fetchOpen(truckId, signal);
          return withCancelled(open, client.getQueryData<StaffOrder[]>(queryKey) ?? []);
        },
        {
          in: (orders) => orders,
          apply: (orders, order) =>
            order.truckId === truckId ? applyToOpen(orders, order) : orders,
        },
      ),
    // Events reach the list only while a screen follows the truck's stream.
    refetchOnMount: "always",
  });
}

/** Takes a cancelled order off the kitchen's screen once it was seen. */
export function dropOrder(client: QueryClient, { _id, truckId }: StaffOrder): void {
  client.setQueryData(openOrdersQuery(truckId).queryKey, (orders) =>
    orders?.filter((order) => order._id !== _id),
  );
}

function withCancelled(open: StaffOrder[], before: StaffOrder[]): StaffOrder[] {
  const ids = new Set(open.map(({ _id }) => _id));
  return [...open, ...before.filter(({ _id, status }) => status === "cancelled" && !ids.has(_id))];
}

async function fetchOpen(truckId: string, signal: AbortSignal): Promise<StaffOrder[]> {
  const found = new Map<string, StaffOrder>();
  for (const status of OPEN) {
    for (const order of await fetchAll(truckId, status, signal)) {
      found.set(order._id, newest(found.get(order._id) ?? order, order));
    }
  }
  return [...found.values()];
}

async function fetchAll(
  truckId: string,
  status: OrderStatus,
  signal: AbortSignal,
): Promise<StaffOrder[]> {
  const found: StaffOrder[] = [];
  const asked = { truckId, status, sortField: "pickupTime", sortOrder: "asc", limit: PAGE };
  for (let cursor: string | null = null; ; ) {
    const query: typeof asked & { cursor: string | null } = { ...asked, cursor };
    const page: OrderPage = await answer(api.GET("/api/orders", { params: { query }, signal }));
    found.push(...page.orders);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
