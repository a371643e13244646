import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/domain/api/query-client";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { applyOrder } from "@/domain/orders/order-cache";
import {
  invalidateOrders,
  orderCountsQuery,
  ordersQuery,
  pendingOrdersQuery,
} from "@/domain/orders/staff-order-queries";
import { EVERYTHING } from "@/staff/orders/board/order-filters";
import { orderQuery } from "@/staff/orders/detail/api";
import { useKitchenOrders } from "@/staff/orders/kitchen/kitchen-page";
import { useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { generatedCaseCount } from "@/test/generated-cases";
import { FakeShop, TRUCK_ID } from "@/test/staff/fake-shop";

const ROUNDS = 4;
const CHANGES_PER_ROUND = 10;
const SEEDS = Array.from(
  { length: generatedCaseCount({ change: 8, proof: 20 }) },
  (_, place) => place + 1,
);
/** Longer than anything is under way. */
const QUIET_MS = 30_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-21T18:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** A tab with the board, the kitchen and one order open at once, all on one stream. */
function openTab(orderId: string) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const board = renderHook(useBoard, { wrapper });
  const kitchen = renderHook(() => useKitchenOrders(TRUCK_ID, () => undefined), { wrapper });
  const detail = renderHook(() => useDetail(orderId), { wrapper });
  return {
    client,
    /** Of the orders on the board, by their ids. */
    versions: () =>
      new Map(board.result.current.list?.map(({ _id, version }) => [_id, version] as const)),
    shown: () => ({
      board: statesOf(board.result.current.list),
      pending: statesOf(board.result.current.pending),
      counts: board.result.current.counts,
      // Cancelled orders stay on the kitchen's screen until they were seen there.
      kitchen: statesOf(
        kitchen.result.current.orders.data?.filter(({ status }) => status !== "cancelled"),
      ),
      order: statesOf(detail.result.current ? [detail.result.current] : []),
    }),
  };
}

function useBoard() {
  useLiveStaffTruck(TRUCK_ID);
  const list = useQuery(ordersQuery(TRUCK_ID, EVERYTHING)).data?.orders;
  const pending = useQuery(pendingOrdersQuery(TRUCK_ID)).data;
  const counts = useQuery(orderCountsQuery(TRUCK_ID)).data;
  return { list, pending, counts };
}

function useDetail(orderId: string): StaffOrder | undefined {
  useLiveStaffTruck(TRUCK_ID);
  return useQuery(orderQuery(orderId)).data;
}

function statesOf(orders: readonly StaffOrder[] | undefined): string[] | undefined {
  return orders?.map(({ _id, status, version }) => `${_id} ${status} ${version}`).sort();
}

/** What a tab has to show in the end. */
function expected(shop: FakeShop, orderId: string) {
  const of = (...statuses: OrderStatus[]) =>
    statesOf(shop.orders.filter(({ status }) => statuses.includes(status)));
  return {
    board: statesOf(shop.orders),
    pending: of("pending"),
    counts: shop.counts(),
    kitchen: of("pending", "confirmed", "preparing", "ready"),
    order: statesOf(shop.orders.filter(({ _id }) => _id === orderId)),
  };
}

type Versions = ReadonlyMap<string, number>;

function expectNoStepBack(before: Versions | undefined, after: Versions) {
  for (const [id, version] of before ?? []) {
    expect(after.get(id)).toBeGreaterThanOrEqual(version);
  }
}

/** One of the things that go on at once: a change by another device, by this one, or a reload. */
function somethingHappens(shop: FakeShop, clients: readonly QueryClient[]) {
  const client = clients[shop.random(clients.length)];
  const order = shop.changeOne();
  if (client && shop.random(3) === 0) {
    // The answer to the tab's own change, which may overtake the event or come long after it.
    setTimeout(() => applyOrder(client, order), 5 * shop.delay());
  }
  if (client && shop.random(4) === 0) invalidateOrders(client, TRUCK_ID);
  if (shop.random(10) === 0) shop.breakStreams();
}

describe("two tabs with three screens each, 40 changes, and a network that delays and reorders", () => {
  it.each(SEEDS)("never show an older state and end with the server's (seed %i)", async (seed) => {
    const shop = new FakeShop(seed);
    vi.stubGlobal("fetch", vi.fn(shop.fetch));
    // What spreads the tries of a lost stream.
    vi.spyOn(Math, "random").mockImplementation(() => shop.random(1_000) / 1_000);
    const orderId = shop.orders[0]?._id ?? "";
    const tabs = [openTab(orderId), openTab(orderId)];
    const clients = tabs.map(({ client }) => client);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let change = 0; change < CHANGES_PER_ROUND; change += 1) {
        const before = tabs.map(({ versions }) => versions());
        await act(() => vi.advanceTimersByTimeAsync(shop.delay()));
        for (const [tab, { versions }] of tabs.entries()) expectNoStepBack(before[tab], versions());
        somethingHappens(shop, clients);
      }
      await act(() => vi.advanceTimersByTimeAsync(QUIET_MS));
      for (const { shown } of tabs) expect(shown()).toEqual(expected(shop, orderId));
    }
    expect(shop.openStreams()).toBe(tabs.length);
  });
});
