import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { publicMenuQuery, stopMenuQuery } from "@/domain/menu/public-menu-queries";
import { publicMenuKey } from "@/domain/query-keys";
import { defaultStopId, type PresentSchedule, stockStopId } from "@/domain/schedule/current-stops";
import { useMenuWithHold } from "./own-hold";

export interface StopMenu {
  query: UseQueryResult<MenuItem[]>;
  /** The menu with what this tab holds of it; while the counts of the stop load, those of another one. */
  menu: MenuItem[] | undefined;
  /** Whether the counts are those of the stop that is ordered for. */
  isCounted: boolean;
}

interface Order {
  schedule: PresentSchedule;
  /** False while it is not known yet whether the chosen stop can be ordered for. */
  isKnown: boolean;
}

/** The menu with what is left of it at the stop that is ordered for, else at the present or next one. */
export function useStopMenu(
  slug: string,
  truck: Truck | undefined,
  { schedule, isKnown }: Order,
): StopMenu {
  const client = useQueryClient();
  const seen = (of: Truck) =>
    client.getQueryData<MenuItem[]>(publicMenuKey(of._id, defaultStopId(of)));
  const query = useQuery({
    ...(truck ? stopMenuQuery(truck, schedule) : publicMenuQuery("")),
    placeholderData: (shown: MenuItem[] | undefined) =>
      truck && (seen(truck) ?? (shown?.[0]?.truckId === truck._id ? shown : undefined)),
  });
  return {
    query,
    menu: useMenuWithHold(slug, query.data, stockStopId(schedule)),
    isCounted: isKnown && query.data !== undefined && !query.isPlaceholderData,
  };
}
