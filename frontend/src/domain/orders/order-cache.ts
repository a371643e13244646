import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import type { OrderPage, StaffOrder } from "@/domain/api/staff-types";
import { fetchWithReplay, learnVersion, newest, recordEvent } from "@/domain/live/record-versions";
import type { OrderFilter } from "@/domain/query-keys";
import { orderKeys } from "@/domain/query-keys";

/**
 * The one way of an order into the query cache, from an event or a response: every list and the order itself
 * show it, unless a higher version of it came before.
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
  client.setQueryData<StaffOrder[]>(orderKeys.due(truckId), (due) => due && applyToDue(due, order));
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

/**
 * Fetches orders for one query. Events that came meanwhile are applied to the response, and an order that is newer in
 * the response than in an earlier event is applied to every other query.
 */
export function fetchOrders<Data>(
  client: QueryClient,
  fetch: () => Promise<Data>,
  orders: { in: (data: Data) => StaffOrder[]; apply: (data: Data, order: StaffOrder) => Data },
): Promise<Data> {
  const fetchAndShare = async () => {
    const data = await fetch();
    for (const order of orders.in(data)) {
      if (learnVersion(client, order)) applyOrder(client, order);
    }
    return data;
  };
  return fetchWithReplay(client, fetchAndShare, orders.apply);
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

/** As many as the board shows at once. */
export const NEWEST = 50;

/** Whether the list is a lookup: new orders stay out of it. */
export function isLookup({ search, from, to, cursor }: OrderFilter): boolean {
  return `${search}${from}${to}${cursor}` !== "";
}

/** A page of a list after an event of an order; the same page when there is nothing to change. */
export function putIntoPage(page: OrderPage, order: StaffOrder, filter: OrderFilter): OrderPage {
  const place = page.orders.findIndex(({ _id }) => _id === order._id);
  const listed = page.orders[place];
  if (listed && newest(listed, order) === listed) return page;
  if (!mayShow(filter, order)) return listed ? without(page, order) : page;
  if (listed) return { ...page, orders: page.orders.map((one) => (one === listed ? order : one)) };
  return isLookup(filter) ? page : insert(page, order);
}

/** The pending orders after an event. */
export function applyToPending(pending: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = pending.find(({ _id }) => _id === order._id);
  if (known && newest(known, order) === known) return pending;
  const others = pending.filter(({ _id }) => _id !== order._id);
  return order.status === "pending" ? [order, ...others] : others;
}

export function hasDueRefund({ refunds }: StaffOrder): boolean {
  return refunds.some(({ status }) => status === "due");
}

/** The orders with money to be paid out after an event, the longest due first. */
export function applyToDue(due: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = due.find(({ _id }) => _id === order._id);
  if (known && newest(known, order) === known) return due;
  if (!hasDueRefund(order)) return due.filter((other) => other !== known);
  return known ? due.map((other) => (other === known ? order : other)) : [...due, order];
}

/** The open orders after an event. A cancelled order stays until the kitchen has seen it. */
export function applyToOpen(orders: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = orders.find(({ _id }) => _id === order._id);
  // Events also come for old orders, such as when one is refunded.
  if (!known && order.status === "cancelled") return orders;
  const shown = known ? newest(known, order) : order;
  if (shown === known) return orders;
  const others = orders.filter((other) => other !== known);
  return shown.status === "completed" ? others : [...others, shown];
}

function mayShow({ status }: OrderFilter, order: StaffOrder): boolean {
  return status === "all" || status === order.status;
}

/** Newest first, as the server sorts. Where the page ends, the next one decides. */
function insert(page: OrderPage, order: StaffOrder): OrderPage {
  const place = page.orders.findIndex((other) => comesBefore(order, other));
  if (place < 0 && page.nextCursor !== null) return page;
  const orders = [...page.orders];
  orders.splice(place < 0 ? orders.length : place, 0, order);
  return { ...page, orders, total: page.total + 1 };
}

function without(page: OrderPage, { _id: gone }: StaffOrder): OrderPage {
  const orders = page.orders.filter(({ _id }) => _id !== gone);
  return { ...page, orders, total: Math.max(0, page.total - 1) };
}

function comesBefore(one: StaffOrder, other: StaffOrder): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one._id > other._id;
}

/** The order as a colleague has left it meanwhile, when that is why a change was refused. */
export function orderOfConflict(error: unknown): StaffOrder | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body as { order?: StaffOrder } | null;
  return body?.order ?? null;
}
