import type { QueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "./admin-types";
import { staffMenuQuery } from "./staff-menu";
import { staffTrucksQuery } from "./staff-trucks";

/** Takes a `truck` or `menu` event of the staff's stream over into what the screens show. */
export function takeStaffEvent(
  client: QueryClient,
  truckId: string,
  name: string,
  data: unknown,
): void {
  if (name === "menu") rereadMenu(client, truckId);
  if (name === "truck" && isTruck(data)) {
    client.setQueryData(staffTrucksQuery().queryKey, (trucks) =>
      trucks?.map((truck) => (truck._id === data._id ? data : truck)),
    );
  }
}

/** After a gap in the stream: whatever is shown of the truck and its menu may be old. */
export function rereadTruck(client: QueryClient, truckId: string): void {
  rereadMenu(client, truckId);
  void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
}

function rereadMenu(client: QueryClient, truckId: string): void {
  void client.invalidateQueries({ queryKey: staffMenuQuery(truckId).queryKey });
}

function isTruck(data: unknown): data is StaffTruck {
  return typeof data === "object" && data !== null && "_id" in data && "settings" in data;
}
