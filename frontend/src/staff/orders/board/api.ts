import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { applyOrder } from "@/domain/orders/order-cache";
import { orderOfConflict } from "@/domain/orders/order-conflict";
import { invalidateOrders } from "@/domain/orders/staff-orders";

/** Moves an order on. Whatever comes of it, every list shows it at once. */
export function useChangeStatus(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, status }: { order: StaffOrder; status: OrderStatus }) =>
      answer(
        api.PATCH("/api/orders/{order_id}", {
          params: { path: { order_id: order._id } },
          body: { status },
        }),
      ),
    onSuccess: (order) => applyOrder(client, order),
    onError: (error) => {
      const current = orderOfConflict(error);
      if (current) applyOrder(client, current);
      else invalidateOrders(client, truckId);
    },
  });
}
