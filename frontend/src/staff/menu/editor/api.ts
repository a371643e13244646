import { queryOptions } from "@tanstack/react-query";
import type { MenuItemInput, StaffMenuItem } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { MenuItem } from "@/domain/api/types";
import { menuItemKey } from "@/domain/query-keys";

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
