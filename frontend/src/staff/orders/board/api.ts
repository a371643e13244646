import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { apiPatch } from "@/api/client";
import { rereadOrders, takeOrder } from "@/api/staff-orders";
import { orderOfConflict } from "@/components/orders/order-conflict";

/** Moves an order on. Whatever comes of it, every list shows it at once. */
export function useChangeStatus(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, status }: { order: StaffOrder; status: OrderStatus }) =>
      apiPatch<StaffOrder>(`/orders/${order._id}`, { status }),
    onSuccess: (order) => takeOrder(client, order),
    onError: (error) => {
      const current = orderOfConflict(error);
      if (current) takeOrder(client, current);
      else rereadOrders(client, truckId);
    },
  });
}
