import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file, list } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { MenuItem } from "@/domain/api/public-types";
import type {
  MenuImport,
  MenuItemInput,
  OptionGroupInput,
  OptionSet,
  StaffMenuItem,
} from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { allMenusKey, menuImportsKey, menuItemKey, optionSetsKey } from "@/domain/query-keys";

export function deleteItem(itemId: string): Promise<unknown> {
  return answer(api.DELETE("/api/menu-items/{item_id}", { params: { path: { item_id: itemId } } }));
}

/** One key per wish: a repeated call after a lost answer makes no second copy. */
export function duplicateItem(itemId: string, key: string): Promise<StaffMenuItem> {
  return answer(
    api.POST("/api/menu-items/{item_id}/duplicate", {
      params: { path: { item_id: itemId }, header: { "Idempotency-Key": key } },
    }),
  );
}

/** Every menu item of the menu, in the new order. */
export function saveOrder(truckId: string, itemIds: readonly string[]): Promise<StaffMenuItem[]> {
  return answer(api.PUT("/api/menu-items/order", { body: { truckId, itemIds: [...itemIds] } }));
}

/** What the files would do to the menu. Nothing is stored on it. */
export function readMenuFiles(truckId: string, files: readonly File[]): Promise<MenuImport> {
  const form = new FormData();
  form.append("truckId", truckId);
  for (const one of files) form.append("files", one);
  return answer(
    api.POST("/api/menu-imports", {
      // The description knows a file as a string only; the form is what is sent.
      body: { truckId, files: files.map(({ name }) => name) },
      bodySerializer: () => form,
    }),
  );
}

/** By the ids of the questions; null leaves the menu item out. */
export type ImportAnswers = Record<string, string | null>;

export function answerImport(importId: string, answers: ImportAnswers): Promise<MenuImport> {
  const params = { path: { import_id: importId } };
  return answer(api.POST("/api/menu-imports/{import_id}/answers", { params, body: { answers } }));
}

/** Repeated after a lost answer it changes nothing. */
export function confirmImport(importId: string): Promise<MenuImport> {
  const params = { path: { import_id: importId } };
  return answer(api.POST("/api/menu-imports/{import_id}/confirm", { params }));
}

export function undoImport(importId: string): Promise<MenuImport> {
  const params = { path: { import_id: importId } };
  return answer(api.POST("/api/menu-imports/{import_id}/undo", { params }));
}

/** The imports of the last days, the newest first. */
export function menuImportsQuery(truckId: string) {
  return queryOptions({
    queryKey: menuImportsKey(truckId),
    queryFn: ({ signal }) =>
      list(api.GET("/api/menu-imports", { params: { query: { truckId } }, signal })),
    staleTime: 0,
  });
}

export function downloadMenu(truckId: string): Promise<DownloadedFile> {
  const query = { truckId };
  return file(api.GET("/api/menu-items/export", { params: { query }, ...AS_FILE }));
}

/** For the developer button: asks for the menu and says how that went. */
export async function probeMenu(truckId: string): Promise<{ items: number; ms: number }> {
  const started = performance.now();
  const path = { truck_id: truckId };
  const menu = await list(api.GET("/api/menu-items/truck/{truck_id}", { params: { path } }));
  return { items: menu.length, ms: Math.round(performance.now() - started) };
}

/** One menu item to edit, always as it is now: an edit of an older copy could only end in a conflict. */
export function menuItemQuery(id: string) {
  return queryOptions({
    queryKey: menuItemKey(id),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/menu-items/{item_id}", { params: { path: { item_id: id } }, signal })),
    staleTime: 0,
    gcTime: 0,
    enabled: id !== "",
  });
}

/** Whether it came with what only the staff of its truck get to see. */
export function isOwn(item: StaffMenuItem | MenuItem): item is StaffMenuItem {
  return "version" in item;
}

export function createMenuItem(
  body: MenuItemInput,
  idempotencyKey: string,
): Promise<StaffMenuItem> {
  const header = { "Idempotency-Key": idempotencyKey };
  return answer(api.POST("/api/menu-items", { params: { header }, body }));
}

export function updateMenuItem(
  { _id, version }: StaffMenuItem,
  body: MenuItemInput,
): Promise<StaffMenuItem> {
  return answer(
    api.PUT("/api/menu-items/{item_id}", {
      params: { path: { item_id: _id } },
      body: { ...body, version },
    }),
  );
}

/** The menu item as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile(error: unknown): StaffMenuItem | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return null;
  return (error.body as { item?: StaffMenuItem }).item ?? null;
}

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

export function withPatch(menu: Menu, itemId: string, patch: Partial<StaffMenuItem>): Menu {
  return menu.map((item) => (item._id === itemId ? { ...item, ...patch } : item));
}

/** Asks the server again: it knows better than this screen. */
export function reloadMenu(client: QueryClient, truckId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: staffMenuQuery(truckId).queryKey });
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

/** The option sets of a truck by name, each with the menu items that use it. */
export function optionSetsQuery(truckId: string) {
  return queryOptions({
    queryKey: optionSetsKey(truckId),
    queryFn: ({ signal }) =>
      list(api.GET("/api/option-sets", { params: { query: { truckId } }, signal })),
    refetchOnMount: "always",
    enabled: truckId !== "",
  });
}

/** What to call once a set was stored or deleted: the menus with its menu items are old, too. */
export function useChangedSets(truckId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: allMenusKey(), refetchType: "none" });
    await client.invalidateQueries({ queryKey: optionSetsKey(truckId) });
  };
}

/** One key per wish: a repeated call after a lost answer makes no second set. */
export function createSet(
  truckId: string,
  group: OptionGroupInput,
  key: string,
): Promise<OptionSet> {
  const header = { "Idempotency-Key": key };
  return answer(
    api.POST("/api/option-sets", { params: { header }, body: { ...toSet(group), truckId } }),
  );
}

/** Changes the set and every menu item that uses it. */
export function changeSet(
  { _id, version }: OptionSet,
  group: OptionGroupInput,
): Promise<OptionSet> {
  return answer(
    api.PUT("/api/option-sets/{set_id}", {
      params: { path: { set_id: _id } },
      body: { ...toSet(group), version },
    }),
  );
}

export function deleteSet(setId: string): Promise<unknown> {
  return answer(api.DELETE("/api/option-sets/{set_id}", { params: { path: { set_id: setId } } }));
}

/** The set as a faster colleague has stored it, from the refusal of a stale save. */
export function changedSetMeanwhile(error: unknown): OptionSet | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return null;
  return (error.body as { optionSet?: OptionSet }).optionSet ?? null;
}

/** Whether an option is on sale is said by the menu items. */
function toSet({ name, minSelect, maxSelect, freeCount, options }: OptionGroupInput) {
  const sent = options.map(({ isAvailable: _, ...option }) => option);
  return { name, minSelect, maxSelect, freeCount, options: sent };
}
