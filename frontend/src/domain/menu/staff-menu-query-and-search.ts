import { queryOptions } from "@tanstack/react-query";
import { api, list } from "@/domain/api/client";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuKey } from "@/domain/query-keys";
import { searchFor } from "@/domain/values/text-search";

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

type Searched = Pick<StaffMenuItem, "name" | "category" | "section">;

/** The menu items in which every word of the search occurs: in the name, the category or the section. */
export function searchMenu<T extends Searched>(menu: readonly T[], text: string): readonly T[] {
  if (text.trim() === "") return menu;
  const isMeant = searchFor(text);
  return menu.filter(({ name, category, section }) => isMeant(name, category, section));
}
