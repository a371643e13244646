import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { OrderPage, OrderStatus, StaffOrder } from "@/api/admin-types";
import { apiGet, apiPatch, type RequestOptions } from "@/api/client";
import { byPickup } from "./ticket-order";

/** In the order in which an order passes them: one that moves on meanwhile is met again, not missed. */
const OPEN: readonly OrderStatus[] = ["pending", "confirmed", "preparing", "ready"];
const PAGE = "100";

/** What the kitchen knows, by id. Closed orders stay in it while an older list is on its way. */
export type KnownOrders = Readonly<Record<string, StaffOrder>>;

/** Where the news wait until there is a list to put them into. */
function earlyNewsKey(truckId: string) {
  return ["orders", truckId, "open", "early news"] as const;
}

/** All open orders of a truck, the next to be wanted first, and those that were cancelled meanwhile. */
export function openOrdersQuery(truckId: string) {
  const queryKey = ["orders", truckId, "open"] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const before = client.getQueryData<KnownOrders>(queryKey) ?? {};
      const read = await readOpen(truckId, signal);
      const early = client.getQueryData<KnownOrders>(earlyNewsKey(truckId)) ?? {};
      return mergeRead(read, before, client.getQueryData<KnownOrders>(queryKey) ?? early);
    },
    select: ticketsOf,
  });
}

/** Puts an order as the server has just told it into what the kitchen knows. */
export function putOrder(client: QueryClient, order: StaffOrder): void {
  const { queryKey } = openOrdersQuery(order.truckId);
  const isReading = client.isFetching({ queryKey, exact: true }) > 0;
  const isEarly = client.getQueryData(queryKey) === undefined;
  client.setQueryData<KnownOrders>(isEarly ? earlyNewsKey(order.truckId) : queryKey, (known = {}) =>
    learn(known, order, isReading),
  );
}

/** Reads all anew; what is being read may have been asked for before the stream began. */
export async function rereadOpen(client: QueryClient, truckId: string): Promise<void> {
  const { queryKey } = openOrdersQuery(truckId);
  await client.cancelQueries({ queryKey, exact: true });
  await client.invalidateQueries({ queryKey, exact: true });
}

/** The orders screen has lists of its own; they are read again when it is opened. */
export function tellOtherScreens(client: QueryClient, truckId: string): void {
  void client.invalidateQueries({
    queryKey: ["orders", truckId],
    predicate: ({ queryKey }) => queryKey[2] !== "open",
  });
  void client.invalidateQueries({ queryKey: ["order"] });
}

/** Takes a cancelled order away, once somebody has seen that it is not to be made. */
export function dropOrder(client: QueryClient, { _id, truckId }: StaffOrder): void {
  client.setQueryData<KnownOrders>(openOrdersQuery(truckId).queryKey, (known) => {
    const { [_id]: _gone, ...rest } = known ?? {};
    return rest;
  });
}

export function sendStatus(
  orderId: string,
  status: OrderStatus,
  through: readonly OrderStatus[],
  options: Pick<RequestOptions, "headers" | "keepalive" | "signal">,
): Promise<StaffOrder> {
  const change = through.length > 0 ? { status, through } : { status };
  return apiPatch<StaffOrder>(`/orders/${orderId}`, change, options);
}

/** The newest state of the order wins, in whatever order the news arrive. */
export function learn(known: KnownOrders, order: StaffOrder, isReading: boolean): KnownOrders {
  const before = known[order._id];
  if (before && before.version > order.version) return known;
  // Old orders are in the news as well, such as when a refund arrives.
  if (!before && order.status === "cancelled") return known;
  if (order.status === "completed" && !isReading) {
    const { [order._id]: _gone, ...rest } = known;
    return rest;
  }
  return { ...known, [order._id]: order };
}

/** A list takes a while to read: what was learned meanwhile counts, unless the list knows better. */
export function mergeRead(
  read: readonly StaffOrder[],
  before: KnownOrders,
  now: KnownOrders,
): KnownOrders {
  const merged: Record<string, StaffOrder> = {};
  for (const order of [
    ...Object.values(now).filter(({ _id }) => now[_id] !== before[_id]),
    ...read,
  ]) {
    const other = merged[order._id];
    if (!other || order.version > other.version) merged[order._id] = order;
  }
  // A cancelled order leaves the kitchen when somebody has seen it, not when a list is read.
  for (const order of Object.values(now)) {
    if (order.status === "cancelled") merged[order._id] = order;
  }
  return merged;
}

function ticketsOf(known: KnownOrders): StaffOrder[] {
  return Object.values(known)
    .filter(({ status }) => status !== "completed")
    .sort(byPickup);
}

async function readOpen(truckId: string, signal: AbortSignal): Promise<StaffOrder[]> {
  const found: StaffOrder[] = [];
  for (const status of OPEN) found.push(...(await readAll(truckId, status, signal)));
  return found;
}

async function readAll(
  truckId: string,
  status: OrderStatus,
  signal: AbortSignal,
): Promise<StaffOrder[]> {
  const found: StaffOrder[] = [];
  const query = new URLSearchParams({ truckId, status, sortField: "pickupTime", sortOrder: "asc" });
  query.set("limit", PAGE);
  for (;;) {
    const page = await apiGet<OrderPage>(`/orders?${query}`, { signal });
    found.push(...page.orders);
    if (page.nextCursor === null) return found;
    query.set("cursor", page.nextCursor);
  }
}
