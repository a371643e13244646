import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { OrderCounts, OrderPage, StaffOrder } from "@/domain/api/staff-types";
import { readAgain } from "@/domain/live/read-again";
import type { OrderFilter } from "@/domain/query-keys";
import { orderKeys } from "@/domain/query-keys";
import { server } from "@/test/server";
import { anOrder } from "@/test/staff/staff";
import { applyOrder, NEWEST } from "./order-cache";
import {
  invalidateOrders,
  orderCountsQuery,
  ordersQuery,
  pendingOrdersQuery,
} from "./staff-order-queries";

const TRUCK = anOrder().truckId;
const ALL: OrderFilter = { status: "all", search: "", from: "", to: "", cursor: "" };
const NO_COUNTS = { pending: 0, confirmed: 0, preparing: 0, ready: 0, completed: 0, cancelled: 0 };

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

/** The higher the number, the younger the order. */
function order(number: number, more: Partial<StaffOrder> = {}): StaffOrder {
  const digits = String(number).padStart(2, "0");
  return anOrder({
    _id: digits.repeat(12),
    orderNumber: `${number}`,
    createdAt: `2026-11-21T12:${digits}:00Z`,
    ...more,
  });
}

function know(filter: OrderFilter, orders: StaffOrder[], more: Partial<OrderPage> = {}) {
  const page: OrderPage = {
    orders,
    total: orders.length,
    totalIsExact: true,
    nextCursor: null,
    ...more,
  };
  client.setQueryData(orderKeys.list(TRUCK, filter), page);
}

function listed(filter: OrderFilter) {
  const page = client.getQueryData<OrderPage>(orderKeys.list(TRUCK, filter));
  return page?.orders.map(({ orderNumber, status }) => `${orderNumber} ${status}`);
}

function total(filter: OrderFilter) {
  return client.getQueryData<OrderPage>(orderKeys.list(TRUCK, filter))?.total;
}

it("puts a new order where the server would, once", () => {
  know(ALL, [order(9), order(5)]);
  applyOrder(client, order(7));
  applyOrder(client, order(7));
  applyOrder(client, order(10));
  expect(listed(ALL)).toEqual(["10 pending", "9 pending", "7 pending", "5 pending"]);
  expect(total(ALL)).toBe(4);
});

it("leaves an order that belongs on an older page to that page", () => {
  know(ALL, [order(9), order(5)], { nextCursor: "older" });
  applyOrder(client, order(3, { status: "completed" }));
  expect(listed(ALL)).toEqual(["9 pending", "5 pending"]);
});

it("moves an order from the list of one status to that of the next", () => {
  const pending = { ...ALL, status: "pending" } as const;
  const confirmed = { ...ALL, status: "confirmed" } as const;
  know(pending, [order(9), order(5)]);
  know(confirmed, [order(7, { status: "confirmed" })]);
  know(ALL, [order(9), order(7, { status: "confirmed" }), order(5)]);
  applyOrder(client, order(5, { status: "confirmed", version: 2 }));
  expect(listed(pending)).toEqual(["9 pending"]);
  expect(listed(confirmed)).toEqual(["7 confirmed", "5 confirmed"]);
  expect(listed(ALL)).toEqual(["9 pending", "7 confirmed", "5 confirmed"]);
});

it("keeps new orders out of a lookup, but shows changes of what was found", () => {
  for (const lookup of [{ search: "ada" }, { from: "2026-11-01" }, { cursor: "older" }]) {
    const filter = { ...ALL, ...lookup };
    know(filter, [order(5)]);
    applyOrder(client, order(9));
    applyOrder(client, order(5, { status: "ready", version: 4 }));
    expect(listed(filter)).toEqual(["5 ready"]);
  }
});

it("never shows an event of a lower version", () => {
  know(ALL, [order(5, { status: "ready", version: 4 })]);
  client.setQueryData(orderKeys.pending(TRUCK), []);
  client.setQueryData(orderKeys.one(order(5)._id), order(5, { status: "ready", version: 4 }));
  applyOrder(client, order(5, { status: "confirmed", version: 2 }));
  expect(listed(ALL)).toEqual(["5 ready"]);
  expect(client.getQueryData<StaffOrder>(orderKeys.one(order(5)._id))?.status).toBe("ready");
});

it("shows a change without a new version, such as of an SMS", () => {
  know(ALL, [order(5)]);
  applyOrder(client, order(5, { smsOptedOut: true }));
  const page = client.getQueryData<OrderPage>(orderKeys.list(TRUCK, ALL));
  expect(page?.orders[0]?.smsOptedOut).toBe(true);
});

it("knows which orders are still pending", () => {
  client.setQueryData(orderKeys.pending(TRUCK), [order(5)]);
  applyOrder(client, order(9));
  applyOrder(client, order(5, { status: "cancelled", version: 2 }));
  const pending = client.getQueryData<StaffOrder[]>(orderKeys.pending(TRUCK));
  expect(pending?.map(({ orderNumber }) => orderNumber)).toEqual(["9"]);
});

it("leaves the lists of other trucks alone", () => {
  know(ALL, [order(5)]);
  applyOrder(client, order(9, { truckId: "d".repeat(24) }));
  expect(listed(ALL)).toEqual(["5 pending"]);
});

it("has the first page read again once it has grown too long", () => {
  const full = Array.from({ length: NEWEST }, (_, place) => order(58 - place));
  know(ALL, full, { nextCursor: "before" });
  applyOrder(client, order(30, { status: "ready", version: 2 }));
  expect(client.getQueryState(orderKeys.list(TRUCK, ALL))?.isInvalidated).toBe(false);
  applyOrder(client, order(59));
  expect(client.getQueryState(orderKeys.list(TRUCK, ALL))?.isInvalidated).toBe(true);
});

it("replays events over a list that was fetched before they came", async () => {
  let answer = (_orders: StaffOrder[]) => {};
  const asked = new Promise<StaffOrder[]>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get("*/api/orders", async () => {
      const orders = await asked;
      return HttpResponse.json({ orders, total: orders.length, nextCursor: null });
    }),
  );
  const reading = client.fetchQuery(ordersQuery(TRUCK, ALL));
  const waiting = client.fetchQuery(pendingOrdersQuery(TRUCK));
  applyOrder(client, order(9));
  applyOrder(client, order(5, { status: "confirmed", version: 2 }));
  answer([order(7), order(5)]);
  expect((await reading).orders.map(({ orderNumber, status }) => [orderNumber, status])).toEqual([
    ["9", "pending"],
    ["7", "pending"],
    ["5", "confirmed"],
  ]);
  expect((await waiting).map(({ orderNumber }) => orderNumber)).toEqual(["9", "7"]);
});

it("counts again when an order changed while it was counted", async () => {
  const counts: OrderCounts[] = [
    { ...NO_COUNTS, pending: 1 },
    { ...NO_COUNTS, confirmed: 1 },
  ];
  let reads = 0;
  server.use(
    http.get("*/api/orders/counts", () => {
      reads += 1;
      if (reads === 1) applyOrder(client, order(5, { status: "confirmed", version: 2 }));
      return HttpResponse.json(counts[reads - 1]);
    }),
  );
  expect(await client.fetchQuery(orderCountsQuery(TRUCK))).toEqual(counts[1]);
});

it("shows an order in the kitchen's list as well, and takes nothing back with an older answer", () => {
  client.setQueryData(orderKeys.open(TRUCK), [order(5, { status: "ready", version: 4 })]);
  applyOrder(client, order(9));
  applyOrder(client, order(5, { status: "completed", version: 5 }));
  applyOrder(client, order(5, { status: "ready", version: 4 }));
  const open = client.getQueryData<StaffOrder[]>(orderKeys.open(TRUCK));
  expect(open?.map(({ orderNumber, status }) => [orderNumber, status])).toEqual([["9", "pending"]]);
});

it("has everything read again after a gap", async () => {
  know(ALL, []);
  client.setQueryData(orderKeys.one("a"), order(1));
  invalidateOrders(client, TRUCK);
  for (const key of [orderKeys.list(TRUCK, ALL), orderKeys.one("a")]) {
    await vi.waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true));
  }
});

it("has a list read again that is still being loaded for the first time", async () => {
  const answers = [[], [order(5)]];
  server.use(
    http.get("*/api/orders", async () => {
      const orders = answers.shift() ?? [];
      if (answers.length > 0) await delay(50);
      return HttpResponse.json({ orders, total: orders.length, nextCursor: null });
    }),
  );
  const leave = new QueryObserver(client, ordersQuery(TRUCK, ALL)).subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  invalidateOrders(client, TRUCK);
  await vi.waitFor(() => expect(listed(ALL)).toEqual(["5 pending"]));
  leave();
});

it("lets a running read finish when events come faster than a round trip, and reads once more", async () => {
  let asked = 0;
  let aborted = 0;
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    asked += 1;
    signal.addEventListener("abort", () => {
      aborted += 1;
    });
    await delay(30);
    return asked;
  };
  const queryKey = ["slots"];
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  for (let event = 0; event < 20; event += 1) void readAgain(client, queryKey);
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(2));
  await readAgain(client, queryKey);
  expect({ asked, aborted }).toEqual({ asked: 3, aborted: 0 });
  leave();
});
