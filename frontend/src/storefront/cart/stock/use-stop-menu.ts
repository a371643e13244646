import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MenuItem } from "@/domain/api/types";
import { publicMenuQuery } from "@/domain/menu/api";
import { publicMenuKey } from "@/domain/query-keys";
import type { PresentSchedule } from "@/domain/schedule/present-schedule";
import { useMenuWithHold } from "@/storefront/cart/stock/own-hold";

export interface StopMenu {
  query: UseQueryResult<MenuItem[]>;
  /** The menu with what this tab holds of it; while the counts of the stop load, those of the present stop. */
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
export function useStopMenu(slug: string, truckId: string, { schedule, isKnown }: Order): StopMenu {
  const client = useQueryClient();
  const unasked = (schedule.current ?? schedule.next)?._id ?? null;
  const stopId = schedule.ordering?._id ?? unasked;
  const query = useQuery({
    ...publicMenuQuery(truckId, stopId === unasked ? null : stopId),
    placeholderData: () => client.getQueryData<MenuItem[]>(publicMenuKey(truckId)),
  });
  return {
    query,
    menu: useMenuWithHold(slug, query.data, stopId),
    isCounted: isKnown && query.data !== undefined && !query.isPlaceholderData,
  };
}
