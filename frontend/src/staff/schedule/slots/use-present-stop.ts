import { useQuery } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/staff-types";
import { ordersOpenAt, presentSchedule, type Stop } from "@/domain/schedule/present-schedule";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useNow } from "@/ui/browser/use-now";

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
