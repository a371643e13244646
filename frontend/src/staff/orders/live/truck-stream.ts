import type { QueryClient } from "@tanstack/react-query";
import type { StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { readAgain } from "@/domain/live/event-log";
import type { LiveSource } from "@/domain/live/live";
import { applyOrder } from "@/domain/orders/apply-order";
import { invalidateOrders } from "@/domain/orders/staff-orders";
import { staffMenuKey, staffScheduleKey, staffTrucksKey } from "@/domain/query-keys";
import { applyTruck } from "@/domain/trucks/staff-trucks";

/** The stream of a truck for its staff: its orders, its menu and the truck itself. */
export function truckStream(truckId: string): LiveSource {
  return {
    path: `/orders/stream?truckId=${encodeURIComponent(truckId)}`,
    apply: (client, name, data) => {
      // A stop counts its orders.
      if (name === "stop" || name === "order") void readAgain(client, staffScheduleKey(truckId));
      if (name === "menu") invalidateMenu(client, truckId);
      if (name === "truck" && isTruck(data)) applyTruck(client, data);
      if (isOrderEvent(name, data)) applyOrder(client, data);
    },
    invalidate: (client) => {
      invalidateOrders(client, truckId);
      invalidateMenu(client, truckId);
      void readAgain(client, staffScheduleKey(truckId));
      void readAgain(client, staffTrucksKey());
    },
  };
}

export function isOrderEvent(name: string, data: unknown): data is StaffOrder {
  return name === "order" && isRecordWith("status", data);
}

function isTruck(data: unknown): data is StaffTruck {
  return isRecordWith("settings", data);
}

function isRecordWith(field: string, data: unknown): boolean {
  return typeof data === "object" && data !== null && "_id" in data && field in data;
}

function invalidateMenu(client: QueryClient, truckId: string): void {
  void readAgain(client, staffMenuKey(truckId));
}
