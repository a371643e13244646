import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { OrderCounts, OrderPage, StaffOrder } from "./admin-types";
import { apiGet } from "./client";
import { isNewer, type OrderFilter, putIntoPage } from "./order-list";
import { keepNews, readWithNews, readWithoutNews } from "./order-news";

/** As many as the board shows at once. */
export const NEWEST = 50;
const MOST = "100";

/** Of the truck's orders, and of one of them. */
export const orderKeys = {
  all: (truckId: string) => ["orders", truckId] as const,
  lists: (truckId: string) => ["orders", truckId, "list"] as const,
  list: (truckId: string, filter: OrderFilter) => ["orders", truckId, "list", filter] as const,
  counts: (truckId: string) => ["orders", truckId, "counts"] as const,
  pending: (truckId: string) => ["orders", truckId, "pending"] as const,
  one: (orderId: string) => ["orders", "one", orderId] as const,
};

/** One page of a truck's orders, newest first. */
export function ordersQuery(truckId: string, filter: OrderFilter) {
  const path = `/orders?${addressOf(truckId, filter)}`;
  return queryOptions({
    queryKey: orderKeys.list(truckId, filter),
    queryFn: ({ signal, client }) =>
      readWithNews(
        client,
        () => readPage(path, signal),
        (page, order) => (order.truckId === truckId ? putIntoPage(page, order, filter) : page),
      ),
    // What was looked up before is shown at once, and may have changed since.
    refetchOnMount: "always",
  });
}

/** The orders that nobody has confirmed yet: what the alarm watches, whatever a list shows. */
export function pendingOrdersQuery(truckId: string) {
  const query = new URLSearchParams({ truckId, status: "pending", limit: MOST });
  return queryOptions({
    queryKey: orderKeys.pending(truckId),
    queryFn: ({ signal, client }) =>
      readWithNews(
        client,
        async () => (await readPage(`/orders?${query}`, signal)).orders,
        (pending, order) => (order.truckId === truckId ? putIntoPending(pending, order) : pending),
      ),
    refetchOnMount: "always",
  });
}

/** How many orders of a truck stand in each status, over all of them. */
export function orderCountsQuery(truckId: string) {
  return queryOptions({
    queryKey: orderKeys.counts(truckId),
    queryFn: ({ signal, client }) =>
      readWithoutNews(client, () =>
        apiGet<OrderCounts>(`/orders/counts?truckId=${encodeURIComponent(truckId)}`, { signal }),
      ),
    refetchOnMount: "always",
  });
}

/** Takes the news of one order over into whatever is known of the truck's orders. */
export function takeOrder(client: QueryClient, order: StaffOrder): void {
  const { truckId } = order;
  keepNews(client, order);
  for (const { queryKey } of client
    .getQueryCache()
    .findAll({ queryKey: orderKeys.lists(truckId) })) {
    takeIntoList(client, queryKey, order);
  }
  client.setQueryData<StaffOrder[]>(
    orderKeys.pending(truckId),
    (pending) => pending && putIntoPending(pending, order),
  );
  client.setQueryData<StaffOrder>(orderKeys.one(order._id), (known) =>
    known && !isNewer(known, order) ? order : known,
  );
  // Which number it leaves only the server knows. A read that is under way looks again by itself.
  void client.invalidateQueries({ queryKey: orderKeys.counts(truckId) }, { cancelRefetch: false });
}

/** After a gap in the stream: whatever is shown of the truck's orders may be old. */
export function rereadOrders(client: QueryClient, truckId: string): void {
  void client.invalidateQueries({ queryKey: orderKeys.all(truckId) });
  void client.invalidateQueries({ queryKey: ["orders", "one"] });
}

function takeIntoList(client: QueryClient, queryKey: QueryKey, order: StaffOrder): void {
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

function putIntoPending(pending: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = pending.find(({ _id }) => _id === order._id);
  if (known && isNewer(known, order)) return pending;
  const others = pending.filter(({ _id }) => _id !== order._id);
  return order.status === "pending" ? [order, ...others] : others;
}

/** Some answer with the list alone. */
async function readPage(path: string, signal: AbortSignal): Promise<OrderPage> {
  const answer = await apiGet<OrderPage | StaffOrder[]>(path, { signal });
  return Array.isArray(answer)
    ? {
        orders: answer,
        total: answer.length,
        totalIsExact: true,
        nextCursor: null,
      }
    : answer;
}

function addressOf(truckId: string, { status, search, from, to, cursor }: OrderFilter) {
  const query = new URLSearchParams({
    truckId,
    sortField: "createdAt",
    sortOrder: "desc",
    limit: String(NEWEST),
  });
  if (status !== "all") query.set("status", status);
  const rest = { q: search, from, to, cursor };
  for (const [name, value] of Object.entries(rest)) if (value) query.set(name, value);
  return query;
}
