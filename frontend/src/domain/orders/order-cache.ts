import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { OrderPage, StaffOrder } from "@/domain/api/admin-types";
import { fetchWithReplay, learnVersion, newest, recordEvent } from "@/domain/live/record-versions";
import { orderKeys } from "@/domain/query-keys";
import {
  applyToDue,
  applyToOpen,
  applyToPending,
  NEWEST,
  type OrderFilter,
  putIntoPage,
} from "./order-list";

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
