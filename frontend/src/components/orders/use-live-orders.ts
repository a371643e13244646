import { useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "@/api/admin-types";
import { type LiveState, useLiveStream } from "@/api/live";
import { rereadTruck, takeStaffEvent } from "@/api/staff-live";
import { rereadOrders, takeOrder } from "@/api/staff-orders";

/** How often a screen asks for itself while nobody tells it anything. */
export const LOOK_AGAIN_MS = 15_000;

/**
 * Keeps everything that is shown of a truck's orders, its menu and itself as the server has it, while
 * mounted. `onOrder` hears of each order as well.
 */
export function useLiveOrders(
  truckId: string | null,
  onOrder?: (order: StaffOrder) => void,
): LiveState {
  const client = useQueryClient();
  const path = truckId && `/orders/stream?truckId=${encodeURIComponent(truckId)}`;
  return useLiveStream(path, {
    onHello: (resumed) => {
      if (resumed || !truckId) return;
      rereadOrders(client, truckId);
      rereadTruck(client, truckId);
    },
    onEvent: (name, data) => {
      if (!truckId) return;
      if (name !== "order") takeStaffEvent(client, truckId, name, data);
      else if (isOrder(data)) {
        takeOrder(client, data);
        onOrder?.(data);
      }
    },
  });
}

/** For `refetchInterval`: nothing is asked for while the stream tells it anyway. */
export function pollWhileLost({ state }: LiveState): number | false {
  return state === "lost" ? LOOK_AGAIN_MS : false;
}

function isOrder(data: unknown): data is StaffOrder {
  return typeof data === "object" && data !== null && "_id" in data && "status" in data;
}
