import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { type CartItem, optionIdsOf, unitCents } from "@/domain/cart/cart-item";
import type { OfferQuote } from "@/domain/cart/offer-discount-and-kept-code";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { applyOrder } from "@/domain/orders/order-cache";
import { staffCounterKey, staffScheduleKey } from "@/domain/query-keys";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { centsToDollars } from "@/domain/values/money";
import { deviceId } from "@/domain/values/random-ids-and-device-id";
import { messages as m } from "@/messages";
import { hasOwnSlots, type SlotLoads, slotLoadsQuery } from "@/staff/schedule/api";
import type { ServerCart } from "./counter-price-and-tax-changes";

const MINUTE_MS = 60_000;

/** The stops that an order can be for, with their tax rates and the slots that are left. */
export type CounterFacts = components["schemas"]["Counter"];
export type CounterStop = components["schemas"]["CounterStop"];

/** Stops open and end, and slots pass, by the server's clock: each minute it is asked. */
export function counterQuery(truckId: string) {
  return queryOptions({
    queryKey: staffCounterKey(truckId),
    queryFn: ({ signal }) => {
      const params = { path: { truck_id: truckId } };
      const headers = { "X-Device-Id": deviceId() };
      return answer(api.GET("/api/trucks/{truck_id}/counter", { params, headers, signal }));
    },
    refetchInterval: MINUTE_MS,
  });
}

/** What a code takes off the order, or an error that says why it cannot be used. */
export function askOffer(truckId: string, code: string, subtotal: number): Promise<OfferQuote> {
  return answer(
    api.POST("/api/trucks/{truck_id}/counter/offer-quote", {
      params: { path: { truck_id: truckId } },
      body: { code, subtotal },
    }),
  );
}

interface CounterSend {
  request: CounterRequest;
  key: string;
  /** How long to wait for an answer; null for as long as the browser does. */
  limitMs: number | null;
}

/** Writes an order down, once under one key. */
export function useTakeCounterOrder(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key, limitMs }: CounterSend) =>
      answer(
        api.POST("/api/orders", {
          params: { header: { "Idempotency-Key": key } },
          body: request,
          ...(limitMs === null ? {} : { signal: withTimeLimit(limitMs) }),
        }),
      ),
    onSuccess: (order) => applyOrder(client, order),
    onError: (error) => readWhatChanged(client, truckId, error),
  });
}

/** A refusal of an order means that the menu or a slot has changed: they are read again. */
export function readWhatChanged(client: QueryClient, truckId: string, error: unknown): void {
  // A slot that has passed is bad input by the time it arrives.
  if (!(error instanceof ApiError) || (error.status !== 409 && !error.fields.slotAt)) return;
  const stop = changedStopOf(error);
  if (stop) client.setQueryData(staffCounterKey(truckId), withStop(stop));
  void client.invalidateQueries({ queryKey: staffMenuQuery(truckId).queryKey });
  void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
  void client.invalidateQueries({ queryKey: staffScheduleKey(truckId) });
}

/** The slot that an order does not fit into, in units, and the next ones with room. */
export interface OverCapacity {
  slotAt: string;
  /** What the order takes. */
  units: number;
  used: number;
  capacity: number;
  slots: { at: string }[];
}

/** What a refusal says about a full slot; null for any other failure. */
export function overCapacityOf(error: unknown): OverCapacity | null {
  return error instanceof ApiError && error.code === "over_capacity"
    ? (error.body as OverCapacity)
    : null;
}

/** The stop as it is now, from a refusal of what was priced for an older one. */
export function changedStopOf(error: ApiError): CounterStop | null {
  return error.code === "stop_changed"
    ? ((error.body as { stop?: CounterStop }).stop ?? null)
    : null;
}

const withStop = (stop: CounterStop) => (facts: CounterFacts | undefined) =>
  facts && {
    ...facts,
    stops: facts.stops.map((before) => (before._id === stop._id ? stop : before)),
  };

/** The cart at the server's prices, from a refusal of another total; null for any other failure. */
export function serverCartOf(error: unknown): ServerCart | null {
  const isPriced = error instanceof ApiError && error.code === "prices_changed";
  return isPriced ? ((error.body as { cart?: ServerCart }).cart ?? null) : null;
}

/** The server's sentences by line, from a refusal that names lines. */
export function lineProblems(error: unknown): Map<number, string> {
  const body = error instanceof ApiError ? error.body : null;
  const { problems = [] } = (body ?? {}) as { problems?: { line: number; message: string }[] };
  return new Map(problems.map(({ line, message }) => [line, message]));
}

/** How an order is paid; `card` is on a device that is not the truck's reader. */
export type Tender = "cash" | "reader" | "card" | "unpaid";
export interface Details {
  name: string;
  phone: string;
  note: string;
  payment: Tender;
}

/** The body of POST /orders. Prices and total, tip included, are what the screen shows: the server refuses others. */
export function requestOf(
  truckId: string,
  lines: readonly CartItem[],
  details: Details,
  totalCents: number,
  tipCents = 0,
) {
  return {
    truckId,
    customerName: details.name.trim() || m.cartChanges.walkUp,
    customerPhone: details.phone.trim() || null,
    specialInstructions: details.note.trim() || null,
    payment: details.payment,
    expectedTotal: centsToDollars(totalCents),
    ...(tipCents > 0 ? { tip: centsToDollars(tipCents) } : {}),
    items: lines.map((line) => ({
      menuItemId: line.menuItemId,
      quantity: line.quantity,
      optionIds: optionIdsOf(line),
      unitPrice: centsToDollars(unitCents(line)),
      specialInstructions: line.customization.specialInstructions || null,
    })),
  };
}

export type CounterRequest = ReturnType<typeof requestOf> & {
  /** The stop that the order is for, and the version of it for which it was priced. */
  stopId?: string;
  stopVersion?: number;
  /** The start of the pickup slot; without it the one that is running. */
  slotAt?: string;
  /** The kitchen is full then, and staff take the order anyway. */
  confirmOverCapacity?: boolean;
  offerCode?: string;
  /** The order's identity, and how it is sent: none of it makes another request. */
  draftId?: string;
  deviceId?: string;
  takenAt?: string;
  sentAt?: string;
};

export type Slots = Pick<SlotLoads, "slots" | "slotCapacity" | "timezone">;

/** What is left of the pickup slots, the running one first; those of a truck that is always open are its own. */
export function useSlots(truck: StaffTruck, stop: CounterStop | null) {
  const isOwn = !stop && hasOwnSlots(truck);
  const { data, error, refetch } = useQuery({
    ...slotLoadsQuery(truck._id, null),
    enabled: isOwn,
    refetchInterval: MINUTE_MS,
  });
  return {
    loads: stop ? slotsOf(stop) : isOwn ? (data ?? null) : null,
    error: isOwn && !data ? error : null,
    retry: () => void refetch(),
  };
}

function slotsOf({ slots, slotCapacity, place }: CounterStop): Slots {
  return { slots, slotCapacity, timezone: place.timezone };
}
