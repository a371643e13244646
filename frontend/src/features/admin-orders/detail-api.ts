import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "@/api/admin-types";
import { apiGet, apiPost } from "@/api/client";
import { ApiError } from "@/api/errors";

const REFRESH_MS = 15_000;

/** Either an amount in dollars or pieces of lines, and why. */
export type RefundInput = { reason: string } & (
  | { amount: number }
  | { items: { index: number; quantity: number }[] }
);

export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: ["order", orderId],
    queryFn: ({ signal }) =>
      apiGet<StaffOrder>(`/orders/${encodeURIComponent(orderId)}`, { signal }),
    // A refund goes on its way after it was asked for, and colleagues move the order meanwhile.
    refetchInterval: REFRESH_MS,
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
      apiPost<StaffOrder>(`/orders/${encodeURIComponent(orderId)}/refunds`, refund, {
        headers: { "Idempotency-Key": key },
      }),
    onSuccess: (order) => {
      client.setQueryData(orderQuery(orderId).queryKey, order);
      void client.invalidateQueries({ queryKey: ["orders"] });
    },
    onError: () => client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
  });
}
