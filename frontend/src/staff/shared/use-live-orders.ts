import type { StaffOrder } from "@/domain/api/admin-types";
import { type LiveState, useLiveStream } from "@/domain/live/live";
import { isOrderEvent, truckStream } from "./truck-stream";

/** Polling interval while the event stream is down. */
const POLL_MS = 15_000;

/** Keeps a truck's orders, its menu and the truck as the server has them while mounted. `onOrder` gets each order. */
export function useLiveOrders(
  truckId: string | null,
  onOrder?: (order: StaffOrder) => void,
): LiveState {
  return useLiveStream(truckId === null ? null : truckStream(truckId), (name, data) => {
    if (isOrderEvent(name, data)) onOrder?.(data);
  });
}

/** For `refetchInterval`: polls only while the event stream is down. */
export function pollWhileLost({ state }: LiveState): number | false {
  return state === "lost" ? POLL_MS : false;
}
