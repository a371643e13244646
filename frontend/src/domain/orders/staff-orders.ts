import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { OrderCounts, OrderPage, StaffOrder } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import type { paths } from "@/domain/api/schema.gen";
import { fetchUntilQuiet, fetchWithReplay, newest, recordEvent } from "@/domain/event-log";
import { orderKeys } from "@/domain/query-keys";
import { applyToOpen } from "./open-orders";
import { type OrderFilter, putIntoPage } from "./order-list";

/** As many as the board shows at once. */
export const NEWEST = 50;
const MOST = 100;

/** One page of a truck's orders, newest first. */
export function ordersQuery(truckId: string, filter: OrderFilter) {
  return queryOptions({
    queryKey: orderKeys.list(truckId, filter),
    queryFn: ({ signal, client }) =>
      fetchWithReplay(
        client,
        () => readPage(queryOf(truckId, filter), signal),
        (page, order: StaffOrder) =>
          order.truckId === truckId ? putIntoPage(page, order, filter) : page,
      ),
    // What was looked up before is shown at once, and may have changed since.
    refetchOnMount: "always",
  });
}

/** The orders that nobody has confirmed yet: what the alarm watches, whatever a list shows. */
export function pendingOrdersQuery(truckId: string) {
  const query = { truckId, status: "pending", limit: MOST };
  return queryOptions({
    queryKey: orderKeys.pending(truckId),
    queryFn: ({ signal, client }) =>
      fetchWithReplay(
        client,
        async () => (await readPage(query, signal)).orders,
        (pending, order: StaffOrder) =>
          order.truckId === truckId ? applyToPending(pending, order) : pending,
      ),
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

/**
 * The one way of an order into the query cache, from an event or an answer: every list and the order itself show it, unless
 * a higher version of it came before.
 */
export function applyOrder(client: QueryClient, order: StaffOrder): void {
  const { truckId } = order;
  if (!recordEvent(client, order)) return;
  for (const { queryKey } of client
    .getQueryCache()
    .findAll({ queryKey: orderKeys.lists(truckId) })) {
    applyToList(client, queryKey, order);
  }
  client.setQueryData<StaffOrder[]>(
    orderKeys.pending(truckId),
    (pending) => pending && applyToPending(pending, order),
  );
  client.setQueryData<StaffOrder[]>(
    orderKeys.open(truckId),
    (open) => open && applyToOpen(open, order),
  );
  client.setQueryData<StaffOrder>(
    orderKeys.one(order._id),
    (known) => known && newest(known, order),
  );
  // Which number it leaves only the server knows. A read that is under way looks again by itself.
  void client.invalidateQueries({ queryKey: orderKeys.counts(truckId) }, { cancelRefetch: false });
}

/** After a gap in the stream: whatever is shown of the truck's orders may be old. */
export function invalidateOrders(client: QueryClient, truckId: string): void {
  void client.invalidateQueries({ queryKey: orderKeys.all(truckId) });
  void client.invalidateQueries({ queryKey: orderKeys.anyOne() });
}

function applyToList(client: QueryClient, queryKey: QueryKey, order: StaffOrder): void {
  const filter = queryKey[3] as OrderFilter;
  const page = client.setQueryData<OrderPage>(
    queryKey,
    (known) => known && putIntoPage(known, order, filter),
  );
  // Only the server can say where the next page begins once orders fall off the end of this one.
  if ((page?.orders.length ?? 0) > NEWEST) {
    void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }
}

function applyToPending(pending: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = pending.find(({ _id }) => _id === order._id);
  if (known && newest(known, order) === known) return pending;
  const others = pending.filter(({ _id }) => _id !== order._id);
  return order.status === "pending" ? [order, ...others] : others;
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

export async function loadOrderCounts(truckId: string, signal: AbortSignal): Promise<OrderCounts> {
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
    status: status === "all" ? null : status,
    q: search || null,
    from: from || null,
    to: to || null,
    cursor: cursor || null,
  };
}
