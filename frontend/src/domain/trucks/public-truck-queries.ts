import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import { loadClient } from "@/domain/api/load-client";
import type { Truck } from "@/domain/api/public-types";
import { fetchRecord } from "@/domain/live/record-versions";
import { comingStopsKey, truckBySlugKey } from "@/domain/query-keys";

export function truckBySlugQuery(slug: string) {
  return queryOptions({
    queryKey: truckBySlugKey(slug),
    queryFn: async ({ signal, client }) => {
      const { answer, api } = await loadClient();
      const params = { path: { slug } };
      return await fetchRecord<Truck>(client, () =>
        answer(api.GET("/api/trucks/by-slug/{slug}", { params, signal })),
      );
    },
    enabled: slug !== "",
    // A phone that was in a pocket may hold a pause that is over, or none that began.
    refetchOnWindowFocus: "always",
  });
}

/** Whether the server said that there is no such truck, rather than nothing at all. */
export function isTruckMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

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
