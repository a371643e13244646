import type { QueryClient } from "@tanstack/react-query";
import type { StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { recordEvent } from "@/domain/event-log";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { applyOrder, invalidateOrders } from "@/domain/orders/staff-orders";
import { applyToTrucks, staffTrucksQuery } from "@/domain/trucks/staff-trucks";

/**
 * The one way of an event of a truck's stream into the query cache of the staff's screens. Returns the order that the
 * event was about.
 */
export function applyStaffEvent(
  client: QueryClient,
  truckId: string,
  name: string,
  data: unknown,
): StaffOrder | null {
  if (name === "menu") invalidateMenu(client, truckId);
  if (name === "truck" && isTruck(data)) applyTruck(client, data);
  if (name !== "order" || !isOrder(data)) return null;
  applyOrder(client, data);
  return data;
}

/** After a gap in the stream: whatever is shown of the truck may be old. */
export function invalidateTruckData(client: QueryClient, truckId: string): void {
  invalidateOrders(client, truckId);
  invalidateMenu(client, truckId);
  void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
}

function applyTruck(client: QueryClient, truck: StaffTruck): void {
  if (!recordEvent(client, truck)) return;
  client.setQueryData(
    staffTrucksQuery().queryKey,
    (trucks) => trucks && applyToTrucks(trucks, truck),
  );
}

function invalidateMenu(client: QueryClient, truckId: string): void {
  void client.invalidateQueries({ queryKey: staffMenuQuery(truckId).queryKey });
}

function isTruck(data: unknown): data is StaffTruck {
  return typeof data === "object" && data !== null && "_id" in data && "settings" in data;
}

function isOrder(data: unknown): data is StaffOrder {
  return typeof data === "object" && data !== null && "_id" in data && "status" in data;
}
