import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { paths } from "@/domain/api/schema.gen";
import type { OrderCounts, OrderPage, OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { cancelAndReadAgain } from "@/domain/live/read-again";
import { fetchUntilQuiet, newest } from "@/domain/live/record-versions";
import type { OrderFilter } from "@/domain/query-keys";
import { orderKeys } from "@/domain/query-keys";
import {
  applyToDue,
  applyToOpen,
  applyToPending,
  fetchOrders,
  NEWEST,
  putIntoPage,
} from "./order-cache";

const MOST = 100;

/** One page of a truck's orders, newest first. */
export function ordersQuery(truckId: string, filter: OrderFilter) {
  return queryOptions({
    queryKey: orderKeys.list(truckId, filter),
    queryFn: ({ signal, client }) =>
      fetchOrders(client, () => readPage(queryOf(truckId, filter), signal), {
        in: ({ orders }) => orders,
        apply: (page, order) =>
          order.truckId === truckId ? putIntoPage(page, order, filter) : page,
      }),
    // What was looked up before is shown at once, and may have changed since.
    refetchOnMount: "always",
  });
}

/** The orders that were not confirmed yet: what the alarm watches, whatever a list shows. */
export function pendingOrdersQuery(truckId: string) {
  const query = { truckId, status: "pending", limit: MOST };
  return queryOptions({
    queryKey: orderKeys.pending(truckId),
    queryFn: ({ signal, client }) =>
      fetchOrders(client, async () => (await readPage(query, signal)).orders, {
        in: (pending) => pending,
        apply: (pending, order) =>
          order.truckId === truckId ? applyToPending(pending, order) : pending,
      }),
    refetchOnMount: "always",
  });
}

/** The orders of which staff have to pay money out, the oldest first. */
export function duePayOutsQuery(truckId: string) {
  const query = { truckId, payOut: "due", sortOrder: "asc", limit: MOST };
  return queryOptions({
    queryKey: orderKeys.due(truckId),
    queryFn: ({ signal, client }) =>
      fetchOrders(client, async () => (await readPage(query, signal)).orders, {
        in: (due) => due,
        apply: (due, order) => (order.truckId === truckId ? applyToDue(due, order) : due),
      }),
    refetchOnMount: "always",
  });
}

/** How many orders of a truck stand in each status, over all of them. */
export function orderCountsQuery(truckId: string) {
  return queryOptions({
    queryKey: orderKeys.counts(truckId),
    queryFn: ({ signal, client }) =>
      fetchUntilQuiet(client, () => loadOrderCounts(truckId, signal)),
    refetchOnMount: "always",
  });
}

/** After a gap in the stream: whatever is shown of the truck's orders may be old. */
export function invalidateOrders(client: QueryClient, truckId: string): void {
  void cancelAndReadAgain(client, orderKeys.all(truckId));
  void cancelAndReadAgain(client, orderKeys.anyOne());
}

type OrdersAsked = NonNullable<paths["/api/orders"]["get"]["parameters"]["query"]>;

/** Some servers answer with the list alone. */
async function readPage(query: OrdersAsked, signal: AbortSignal): Promise<OrderPage> {
  const page: OrderPage | StaffOrder[] = await answer(
    api.GET("/api/orders", { params: { query }, signal }),
  );
  return Array.isArray(page)
    ? { orders: page, total: page.length, totalIsExact: true, nextCursor: null }
    : page;
}

async function loadOrderCounts(truckId: string, signal: AbortSignal): Promise<OrderCounts> {
  const query = { truckId };
  const counts = await answer(api.GET("/api/orders/counts", { params: { query }, signal }));
  return counts as OrderCounts;
}

function queryOf(truckId: string, { status, search, from, to, cursor }: OrderFilter): OrdersAsked {
  return {
    truckId,
    sortField: "createdAt",
    sortOrder: "desc",
    limit: NEWEST,
    status: status === "all" || status === "open" ? null : status,
    q: search || null,
    from: from || null,
    to: to || null,
    cursor: cursor || null,
  };
}

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
    const page = await readPage(query, signal);
    found.push(...page.orders);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
