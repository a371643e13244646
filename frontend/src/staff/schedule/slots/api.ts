import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffSlotsKey } from "@/domain/query-keys";

type Schemas = components["schemas"];

/** How full pickup slots are, in units. */
export type SlotLoads = Schemas["SlotLoads"];
export type SlotLoad = SlotLoads["slots"][number];

/** Of a stop, or with null of a truck that is always open. Read again with the schedule at each live event. */
export function slotLoadsQuery(truckId: string, stopId: string | null) {
  return queryOptions({
    queryKey: staffSlotsKey(truckId, stopId),
    queryFn: ({ signal }) => (stopId === null ? ofTruck(truckId, signal) : ofStop(stopId, signal)),
  });
}

function ofStop(stopId: string, signal: AbortSignal): Promise<SlotLoads> {
  const params = { path: { stop_id: stopId } };
  return answer(api.GET("/api/stops/{stop_id}/slots", { params, signal }));
}

function ofTruck(truckId: string, signal: AbortSignal): Promise<SlotLoads> {
  const params = { path: { truck_id: truckId } };
  return answer(api.GET("/api/trucks/{truck_id}/slot-loads", { params, signal }));
}

/** Whether the truck has slots although it is always open. */
export function hasOwnSlots({ scheduleMode, settings }: StaffTruck): boolean {
  return scheduleMode === "always" && settings.unitsPerTenMinutes !== null;
}
