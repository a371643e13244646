import { queryOptions } from "@tanstack/react-query";
import { loadClient } from "@/domain/api/load-client";
import { publicTrucksKey } from "@/domain/query-keys";

/** No truck is called open for longer than this after it has paused. */
const REFRESH_MS = 60_000;

/** The trucks of the home page; the ones that could not be opened are left out. */
export function publicTrucksQuery() {
  return queryOptions({
    queryKey: publicTrucksKey(),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const { api, list } = await loadClient();
      const trucks = await list(api.GET("/api/trucks/public", { signal }));
      return trucks.filter((truck) => truck.isActive && truck.name && truck.slug);
    },
  });
}
