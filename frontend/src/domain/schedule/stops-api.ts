import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { loadClient } from "@/domain/api/load-client";
import { comingStopsKey } from "@/domain/query-keys";

const DAYS = 7;

/** The stops of a truck in the next seven days; another `changesAt` is another question. */
export function comingStopsQuery(slug: string, changesAt: string | null) {
  return queryOptions({
    queryKey: comingStopsKey(slug, changesAt),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { api, list } = await loadClient();
      const params = { path: { slug }, query: { days: DAYS } };
      return await list(api.GET("/api/trucks/{slug}/stops", { params, signal }));
    },
  });
}

/** Of the pickup slots of a truck, and of those of a stop for an order of so many units. Not loaded by the home page. */
export const allSlotsKey = (slug: string) => ["slots", slug] as const;
export const slotsKey = (slug: string, stopId: string | null, units: number) =>
  ["slots", slug, stopId, units] as const;
