import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "@/api/admin-types";
import { type LiveState, useLiveStream } from "@/api/live";
import { rereadTruck, takeStaffEvent } from "@/api/staff-live";
import { openOrdersQuery, putOrder, rereadOpen, tellOtherScreens } from "./open-orders";

/** Crews leave the screen open all day; without the stream it must not fall far behind the window. */
const REFRESH_MS = 15_000;

/** The open orders of a truck as they are now, as long as the stream of its changes can be read. */
export function useKitchenOrders(truckId: string, onOrder: (order: StaffOrder) => void) {
  const client = useQueryClient();
  const live: LiveState = useLiveStream(`/orders/stream?truckId=${encodeURIComponent(truckId)}`, {
    onHello: (resumed) => {
      if (resumed) return;
      void rereadOpen(client, truckId);
      rereadTruck(client, truckId);
    },
    onEvent: (name, data) => {
      if (name !== "order") return takeStaffEvent(client, truckId, name, data);
      const order = data as StaffOrder;
      putOrder(client, order);
      tellOtherScreens(client, truckId);
      onOrder(order);
    },
  });
  const orders = useQuery({
    ...openOrdersQuery(truckId),
    // Nobody has kept the list up to date while another screen was open.
    refetchOnMount: "always",
    refetchInterval: live.state === "lost" ? REFRESH_MS : false,
  });
  return { live, orders };
}
