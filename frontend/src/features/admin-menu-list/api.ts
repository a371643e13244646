import type { MenuImport, StaffMenuItem } from "@/api/admin-types";
import { apiDelete, apiList, apiPatch, apiPost, apiPut } from "@/api/client";

export function setAvailability(itemId: string, isAvailable: boolean): Promise<StaffMenuItem> {
  return apiPatch(`/menu-items/${itemId}/toggle-availability`, { isAvailable });
}

export function deleteItem(itemId: string): Promise<{ deleted: boolean }> {
  return apiDelete(`/menu-items/${itemId}`);
}

/** One key per wish: a repeated call after a lost answer makes no second copy. */
export function duplicateItem(itemId: string, key: string): Promise<StaffMenuItem> {
  return apiPost(`/menu-items/${itemId}/duplicate`, {}, { headers: { "Idempotency-Key": key } });
}

/** Every dish of the menu, in the new order. */
export function saveOrder(truckId: string, itemIds: readonly string[]): Promise<StaffMenuItem[]> {
  return apiPut("/menu-items/order", { truckId, itemIds });
}

/** Without `confirm` it only says what the file would do. */
export function importMenu(truckId: string, file: File, confirm: boolean): Promise<MenuImport> {
  const form = new FormData();
  form.append("file", file);
  if (confirm) form.append("confirm", "true");
  return apiPost(`/menu-items/import?truckId=${encodeURIComponent(truckId)}`, form);
}

/** For the developer button: asks for the menu and says how that went. */
export async function probeMenu(truckId: string): Promise<{ items: number; ms: number }> {
  const started = performance.now();
  const menu = await apiList<StaffMenuItem>(`/menu-items/truck/${encodeURIComponent(truckId)}`);
  return { items: menu.length, ms: Math.round(performance.now() - started) };
}
