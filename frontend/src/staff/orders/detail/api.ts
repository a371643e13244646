import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { useSend } from "@/domain/api/use-send-once";
import { newest } from "@/domain/live/record-versions";
import { applyOrder, fetchOrders, orderOfConflict } from "@/domain/orders/order-cache";
import { orderKeys } from "@/domain/query-keys";
import type { Contact } from "@/ui/overlay/correct-contact-dialog";

/** An amount in dollars, pieces of lines, or all that is left of both, and why. */
export type RefundInput = Pick<components["schemas"]["RefundRequest"], "reasonCode" | "reason"> &
  (
    | { amount: number }
    | { everything: true; backInStock?: boolean }
    | { items: { index: number; quantity: number }[]; backInStock?: boolean }
  );

export type WindowMethod = "cash" | "card";

export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: orderKeys.one(orderId),
    queryFn: ({ signal, client }) =>
      fetchOrders(
        client,
        () => answer(api.GET("/api/orders/{order_id}", { params: pathOf(orderId), signal })),
        {
          in: (order) => [order],
          apply: (order, event) => (event._id === order._id ? newest(order, event) : order),
        },
      ),
    // What a list or a visit before has left here may be old.
    refetchOnMount: "always",
  });
}

/** The staff of one truck may not learn whether an order of another exists. */
export function isOrderMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** Asks for a refund, once under one key. A refusal means that the order has changed: it is read again. */
export function useRefund(orderId: string) {
  const client = useQueryClient();
  const send = useSend((body: RefundInput, key) =>
    answer(
      api.POST("/api/orders/{order_id}/refunds", {
        params: { ...pathOf(orderId), header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  );
  return useMutation({
    mutationFn: send,
    onSuccess: (order) => applyOrder(client, order),
    onError: () => client.invalidateQueries({ queryKey: orderKeys.one(orderId) }),
  });
}

/** Says when the order will be ready: at an instant, or null for as soon as possible. */
export function useNewPickupTime(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (estimatedPickupTime: string | null) =>
      answer(
        api.PATCH("/api/orders/{order_id}", {
          params: pathOf(orderId),
          body: { estimatedPickupTime },
        }),
      ),
    onSuccess: (order) => applyOrder(client, order),
    onError: (error) => showAsItIs(client, orderId, error),
  });
}

/** Writes down that the money is there, once under one key. */
export function useTakePayment(orderId: string) {
  const client = useQueryClient();
  const send = useSend((payment: WindowMethod, key) =>
    answer(
      api.POST("/api/orders/{order_id}/payment", {
        params: { ...pathOf(orderId), header: { "Idempotency-Key": key } },
        body: { payment },
      }),
    ),
  );
  return useMutation({
    mutationFn: send,
    onSuccess: (order) => applyOrder(client, order),
    onError: (error) => showAsItIs(client, orderId, error),
  });
}

/** Corrects what was typed wrong, once under one key. The confirmation is sent once more. */
export function useCorrectContact(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ contact, key }: { contact: Contact; key: string }) =>
      answer(
        api.POST("/api/orders/{order_id}/contact", {
          params: { ...pathOf(orderId), header: { "Idempotency-Key": key } },
          body: contact,
        }),
      ),
    onSuccess: (order) => applyOrder(client, order),
    onError: () => client.invalidateQueries({ queryKey: orderKeys.one(orderId) }),
  });
}

function showAsItIs(client: QueryClient, orderId: string, error: unknown): void {
  const order = orderOfConflict(error);
  if (order) applyOrder(client, order);
  else void client.invalidateQueries({ queryKey: orderKeys.one(orderId) });
}

function pathOf(orderId: string) {
  return { path: { order_id: orderId } };
}
