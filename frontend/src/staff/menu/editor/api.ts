import { queryOptions } from "@tanstack/react-query";
import type { MenuItemInput, StaffMenuItem } from "@/api/admin-types";
import { apiDelete, apiGet, apiPost, apiPut } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { MenuItem } from "@/api/types";

/** One dish to edit, always as it is now: an edit of an older copy could only end in a conflict. */
export function menuItemQuery(id: string) {
  return queryOptions({
    queryKey: ["menu", "item", id],
    queryFn: ({ signal }) =>
      apiGet<StaffMenuItem | MenuItem>(`/menu-items/${encodeURIComponent(id)}`, { signal }),
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
  const headers = { "Idempotency-Key": idempotencyKey };
  return apiPost<StaffMenuItem>("/menu-items", body, { headers });
}

export function updateMenuItem(
  { _id, version }: StaffMenuItem,
  body: MenuItemInput,
): Promise<StaffMenuItem> {
  return apiPut<StaffMenuItem>(`/menu-items/${_id}`, { ...body, version });
}

export function deleteMenuItem(id: string): Promise<unknown> {
  return apiDelete(`/menu-items/${id}`);
}

/** The dish as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile(error: unknown): StaffMenuItem | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return null;
  return (error.body as { item?: StaffMenuItem }).item ?? null;
}
