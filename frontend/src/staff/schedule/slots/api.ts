import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffSlotsKey } from "@/domain/query-keys";
import type { Stop } from "@/domain/schedule/current-stops";
import { ordersOpenAt, presentSchedule } from "@/domain/schedule/current-stops";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useNow } from "@/ui/browser/use-now";

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

const hasOpenedForOrders = (stop: Stop, now: Date) =>
  stop.status !== "cancelled" && (stop.takesOrders || now >= ordersOpenAt(stop));

/**
 * The stop that staff work for now: where the truck is, or the coming one from its first pre-orders on, also once it is
 * booked out or its time for orders is over. Null without one.
 */
export function usePresentStop(truck: StaffTruck): Stop | null {
  return useLoadedStop(truck).stop;
}

/** The present stop, for what has to tell that there is none from that it is not known yet. */
export function useLoadedStop({ _id, scheduleMode }: StaffTruck) {
  const isMoving = scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data: truck, isLoading } = useQuery(staffTruckQuery(isMoving ? _id : ""));
  const now = useNow();
  return { stop: isMoving && truck ? stopAt(truck, now) : null, isLoading };
}

function stopAt(truck: Parameters<typeof presentSchedule>[0], now: Date): Stop | null {
  const { current, next } = presentSchedule(truck, now);
  return current ?? (next && hasOpenedForOrders(next, now) ? next : null);
}
