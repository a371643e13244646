import type { QueryKey } from "@tanstack/react-query";
import type { StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import { cancelAndReadAgain, readAgain, readAgainSoon } from "@/domain/live/read-again";
import { takeFirstChange } from "@/domain/live/stream-start-point";
import { type LiveSource, type LiveState, useLiveStream } from "@/domain/live/use-live-stream";
import { applyOrder } from "@/domain/orders/order-cache";
import { invalidateOrders } from "@/domain/orders/staff-order-queries";
import {
  allDisruptionsKey,
  counterPaymentsKey,
  drawerKey,
  orderKeys,
  printersKey,
  staffCounterKey,
  staffMenuKey,
  staffScheduleKey,
  staffTruckKey,
  staffTrucksKey,
} from "@/domain/query-keys";
import { applyTruck } from "@/domain/trucks/staff-truck-queries";

/** Polling interval while the event stream is down. */
const POLL_MS = 15_000;
/** After that a stream that is lost is told. A request that failed says it sooner. */
const GRACE_MS = 5_000;

/** Keeps a truck's orders, its menu and the truck as the server has them while mounted. `onOrder` gets each order. */
export function useLiveStaffTruck(
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

/** A stop counts its orders and what is left of its stock, and its slots fill. */
const SCHEDULE_EVENTS = ["stop", "slots", "order", "menu"];
/** Of many steps in a moment, one reading. */
const GATHER_MS = 300;

/** The stream of a truck for its staff: its orders, its menu and the truck itself. */
function truckStream(truckId: string): LiveSource {
  const readDisruptionsSoon = readAgainSoon(
    GATHER_MS,
    (client) => void readAgain(client, allDisruptionsKey()),
  );
  const readDrawerSoon = readAgainSoon(
    GATHER_MS,
    (client) => void readAgain(client, drawerKey(truckId)),
  );
  const readPrintersSoon = readAgainSoon(
    GATHER_MS,
    (client) => void readAgain(client, printersKey(truckId)),
  );
  return {
    path: `/orders/stream?truckId=${encodeURIComponent(truckId)}`,
    graceMs: GRACE_MS,
    since: (client) =>
      takeFirstChange(client, truckId, [
        ...followedKeys(truckId),
        orderKeys.all(truckId),
        orderKeys.anyOne(),
      ]),
    apply: (client, name, data) => {
      if (SCHEDULE_EVENTS.includes(name)) void readAgain(client, staffScheduleKey(truckId));
      // A truck that is read alone has its present and its next stop with it.
      if (name === "stop") void readAgain(client, staffTruckKey(truckId));
      // The tax rate of a place is told as a change of its truck.
      if (name === "truck") void readAgain(client, staffCounterKey(truckId));
      if (name === "disruption") readDisruptionsSoon(client);
      // Each cash sale moves the drawer, and is an order as well.
      if (name === "drawer" || name === "order") readDrawerSoon(client);
      if (name === "counterPayment") void readAgain(client, counterPaymentsKey(truckId));
      if (name === "printer") readPrintersSoon(client);
      if (name === "menu") void readAgain(client, staffMenuKey(truckId));
      if (name === "truck" && isTruck(data)) applyTruck(client, data);
      if (isOrderEvent(name, data)) applyOrder(client, data);
    },
    invalidate: (client) => {
      invalidateOrders(client, truckId);
      for (const key of followedKeys(truckId)) void cancelAndReadAgain(client, key);
    },
  };
}

/** Of what the stream tells changes of, besides orders. */
function followedKeys(truckId: string): QueryKey[] {
  return [
    staffMenuKey(truckId),
    staffScheduleKey(truckId),
    allDisruptionsKey(),
    drawerKey(truckId),
    counterPaymentsKey(truckId),
    printersKey(truckId),
    staffTruckKey(truckId),
    staffTrucksKey(),
  ];
}

function isOrderEvent(name: string, data: unknown): data is StaffOrder {
  return name === "order" && isRecordWith("status", data);
}

function isTruck(data: unknown): data is StaffTruck {
  return isRecordWith("settings", data);
}

function isRecordWith(field: string, data: unknown): boolean {
  return typeof data === "object" && data !== null && "_id" in data && field in data;
}
