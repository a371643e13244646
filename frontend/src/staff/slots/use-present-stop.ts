import { useQuery } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import { presentSchedule, type Stop } from "@/domain/schedule/present-schedule";
import { staffTruckQuery } from "@/staff/trucks/form/api";
import { useNow } from "@/ui/browser/use-now";

/** The stop that staff work for now: where the truck is, or the one that takes pre-orders. Null without one. */
export function usePresentStop({ _id, scheduleMode }: StaffTruck): Stop | null {
  const isMoving = scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data: truck } = useQuery(staffTruckQuery(isMoving ? _id : ""));
  const now = useNow();
  if (!isMoving || !truck) return null;
  const { current, ordering } = presentSchedule(truck, now);
  return current ?? ordering;
}
