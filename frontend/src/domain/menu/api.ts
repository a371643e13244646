import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import { loadClient } from "@/domain/api/on-demand";
import type { MenuItem } from "@/domain/api/types";
import { publicMenuKey } from "@/domain/query-keys";

/** The menu that customers see. Asked again at each visit, since prices and stock change during a day. */
export function publicMenuQuery(truckId: string) {
  return queryOptions({
    queryKey: publicMenuKey(truckId),
    queryFn: ({ signal }) => loadMenu(truckId, signal),
    // What came with the page is as fresh as the page.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 && state.data ? true : "always"),
    // A phone that was in a pocket may hold what is sold out by now.
    refetchOnWindowFocus: "always",
    enabled: truckId !== "",
  });
}

async function loadMenu(truckId: string, signal: AbortSignal): Promise<MenuItem[]> {
  const { api, list } = await loadClient();
  try {
    const path = { truck_id: truckId };
    return await list(api.GET("/api/menu-items/public/{truck_id}", { params: { path }, signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
