import { queryOptions } from "@tanstack/react-query";
import { apiList } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { MenuItem } from "@/api/types";

/** The menu that customers see. Asked again at each visit, since prices and stock change during a day. */
export function publicMenuQuery(truckId: string) {
  return queryOptions({
    queryKey: ["menu", "public", truckId],
    queryFn: ({ signal }) => loadMenu(truckId, signal),
    refetchOnMount: "always",
    enabled: truckId !== "",
  });
}

async function loadMenu(truckId: string, signal: AbortSignal): Promise<MenuItem[]> {
  try {
    const path = `/menu-items/public/${encodeURIComponent(truckId)}`;
    return await apiList<MenuItem>(path, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
