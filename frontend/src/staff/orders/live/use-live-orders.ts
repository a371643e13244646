import { useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "@/domain/api/admin-types";
import { type LiveState, useLiveStream } from "@/domain/live";
import { applyStaffEvent, invalidateTruckData } from "./staff-events";

/** Polling interval while the event stream is down. */
export const POLL_MS = 15_000;

/**
 * Follows a truck's stream while mounted: its orders, its menu and the truck itself stay as the server has them in
 * every query. `onOrder` also gets each order.
 */
export function useLiveOrders(
  truckId: string | null,
  onOrder?: (order: StaffOrder) => void,
): LiveState {
  const client = useQueryClient();
  const path = truckId && `/orders/stream?truckId=${encodeURIComponent(truckId)}`;
  return useLiveStream(path, {
    onHello: (resumed) => {
      if (!resumed && truckId) invalidateTruckData(client, truckId);
    },
    onEvent: (name, data) => {
      const order = truckId && applyStaffEvent(client, truckId, name, data);
      if (order) onOrder?.(order);
    },
  });
}

/** For `refetchInterval`: polls only while the event stream is down. */
export function pollWhileLost({ state }: LiveState): number | false {
  return state === "lost" ? POLL_MS : false;
}
