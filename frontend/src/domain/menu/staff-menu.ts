import { queryOptions } from "@tanstack/react-query";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { answer, api, list } from "@/domain/api/client";
import { staffMenuKey } from "@/domain/query-keys";

/**
 * A truck's whole menu as its staff see it, in its own order. The dashboard, the list and the form
 * read it; asked again at each visit, since a colleague may have changed it meanwhile.
 */
export function staffMenuQuery(truckId: string) {
  return queryOptions({
    queryKey: staffMenuKey(truckId),
    queryFn: ({ signal }) => loadMenu(truckId, signal),
    refetchOnMount: "always",
    enabled: truckId !== "",
  });
}

async function loadMenu(truckId: string, signal: AbortSignal): Promise<StaffMenuItem[]> {
  const path = { truck_id: truckId };
  const menu = await list(
    api.GET("/api/menu-items/truck/{truck_id}", { params: { path }, signal }),
  );
  // To the truck's staff items come whole.
  return ([...menu] as StaffMenuItem[]).sort((a, b) => a.position - b.position);
}

/** A menu item, or one option of it. */
export interface Target {
  itemId: string;
  optionId?: string;
}

/** On sale, or sold out until the instant; with null until it is marked back on. */
export function setAvailability(
  { itemId, optionId }: Target,
  isAvailable: boolean,
  until: Date | null,
): Promise<StaffMenuItem> {
  const body = { isAvailable, ...(until ? { until: until.toISOString() } : {}) };
  const call = optionId
    ? api.PATCH("/api/menu-items/{item_id}/options/{option_id}/availability", {
        params: { path: { item_id: itemId, option_id: optionId } },
        body,
      })
    : api.PATCH("/api/menu-items/{item_id}/toggle-availability", {
        params: { path: { item_id: itemId } },
        body,
      });
  return answer<Awaited<typeof call>>(call);
}
