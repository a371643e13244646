import { queryOptions } from "@tanstack/react-query";
import type { StaffMenuItem } from "./admin-types";
import { apiList } from "./client";

/**
 * A truck's whole menu as its staff see it, in its own order. The dashboard, the list and the form
 * read it; asked again at each visit, since a colleague may have changed it meanwhile.
 */
export function staffMenuQuery(truckId: string) {
  return queryOptions({
    queryKey: ["menu", "staff", truckId],
    queryFn: ({ signal }) => loadMenu(truckId, signal),
    refetchOnMount: "always",
    enabled: truckId !== "",
  });
}

async function loadMenu(truckId: string, signal: AbortSignal): Promise<StaffMenuItem[]> {
  const path = `/menu-items/truck/${encodeURIComponent(truckId)}`;
  const menu = await apiList<StaffMenuItem>(path, { signal });
  return [...menu].sort((a, b) => a.position - b.position);
}
