import type { QueryClient } from "@tanstack/react-query";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";

type Menu = StaffMenuItem[];

/** The menu as this browser holds it. */
export function cachedMenu(client: QueryClient, truckId: string): Menu {
  return client.getQueryData(staffMenuQuery(truckId).queryKey) ?? [];
}

/** Shows a change at once. A load under way would bring the old state back, so it is called off. */
export function changeMenu(
  client: QueryClient,
  truckId: string,
  change: (menu: Menu) => Menu,
): void {
  const { queryKey } = staffMenuQuery(truckId);
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (menu) => (menu ? change(menu) : menu));
}

export function patchItem(
  client: QueryClient,
  truckId: string,
  itemId: string,
  patch: Partial<StaffMenuItem>,
): void {
  changeMenu(client, truckId, (menu) =>
    menu.map((item) => (item._id === itemId ? { ...item, ...patch } : item)),
  );
}

/** Asks the server again: it knows better than this screen. */
export function reloadMenu(client: QueryClient, truckId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: staffMenuQuery(truckId).queryKey });
}
