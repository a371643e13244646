import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { loadClient } from "@/domain/api/on-demand";
import { todayKey } from "@/domain/query-keys";
import type { MapPosition } from "@/storefront/map/map-rows";
import type { ServerFindings } from "./find-trucks";

/** Which trucks serve what was typed, and how far away they are. */
export function todayQuery(text: string, position: MapPosition | null) {
  return queryOptions({
    queryKey: todayKey(text, position),
    enabled: text !== "" || position !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ServerFindings> => {
      const { api, list } = await loadClient();
      const place = position ? { lat: position.latitude, lng: position.longitude } : {};
      const query = { ...place, ...(text ? { q: text } : {}) };
      const found = await list(api.GET("/api/stops/today", { params: { query }, signal }));
      return {
        ids: new Set(found.map(({ _id }) => _id)),
        distances: new Map(found.map(({ _id, distance }) => [_id, distance])),
      };
    },
  });
}
