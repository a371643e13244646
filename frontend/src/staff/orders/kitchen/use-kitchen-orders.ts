import { useQuery } from "@tanstack/react-query";
import type { StaffOrder } from "@/domain/api/admin-types";
import { openOrdersQuery } from "@/domain/orders/open-orders";
import { byPickup } from "@/staff/orders/kitchen/tickets/ticket-order";
import { pollWhileLost, useLiveOrders } from "@/staff/shared/use-live-orders";

/** The open orders of a truck as they are now, the next to be wanted first. */
export function useKitchenOrders(truckId: string, onOrder: (order: StaffOrder) => void) {
  const live = useLiveOrders(truckId, onOrder);
  const orders = useQuery({
    ...openOrdersQuery(truckId),
    select: inOrderOfPickup,
    refetchInterval: pollWhileLost(live),
  });
  return { live, orders };
}

function inOrderOfPickup(orders: StaffOrder[]): StaffOrder[] {
  return [...orders].sort(byPickup);
}
