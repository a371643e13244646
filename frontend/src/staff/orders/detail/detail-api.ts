import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { apiGet, apiPatch, apiPost } from "@/api/client";
import { ApiError } from "@/api/errors";
import { orderKeys, takeOrder } from "@/api/staff-orders";
import { orderOfConflict } from "@/components/orders/order-conflict";

/** Either an amount in dollars or pieces of lines, and why. */
export type RefundInput = { reason: string } & (
  | { amount: number }
  | { items: { index: number; quantity: number }[] }
);

export type WindowMethod = "cash" | "card";

/** `estimatedPickupTime` is an instant; null takes it away. */
export type OrderChange = { status: OrderStatus } | { estimatedPickupTime: string | null };

export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: orderKeys.one(orderId),
    queryFn: ({ signal }) => apiGet<StaffOrder>(addressOf(orderId), { signal }),
    // What a list or a visit before has left here may be old.
    refetchOnMount: "always",
  });
}

/** Nobody here may know whether the order of another truck exists. */
export function isOrderMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** Asks for a refund, once under one key. A refusal means that the order has changed: it is read again. */
export function useRefund(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ refund, key }: { refund: RefundInput; key: string }) =>
      apiPost<StaffOrder>(`${addressOf(orderId)}/refunds`, refund, {
        headers: { "Idempotency-Key": key },
      }),
    onSuccess: (order) => takeOrder(client, order),
    onError: () => client.invalidateQueries({ queryKey: orderKeys.one(orderId) }),
  });
}

/** Moves the order on, or says when it will be ready. */
export function useChangeOrder(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: OrderChange) => apiPatch<StaffOrder>(addressOf(orderId), change),
    onSuccess: (order) => takeOrder(client, order),
    onError: (error) => showAsItIs(client, orderId, error),
  });
}

/** Writes down that the money is there, once under one key. */
export function useTakePayment(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ payment, key }: { payment: WindowMethod; key: string }) =>
      apiPost<StaffOrder>(
        `${addressOf(orderId)}/payment`,
        { payment },
        { headers: { "Idempotency-Key": key } },
      ),
    onSuccess: (order) => takeOrder(client, order),
    onError: (error) => showAsItIs(client, orderId, error),
  });
}

function showAsItIs(client: QueryClient, orderId: string, error: unknown): void {
  const order = orderOfConflict(error);
  if (order) takeOrder(client, order);
  else void client.invalidateQueries({ queryKey: orderKeys.one(orderId) });
}

function addressOf(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`;
}
