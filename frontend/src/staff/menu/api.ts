import type { MenuImport, StaffMenuItem } from "@/domain/api/admin-types";
import { AS_FILE, answer, api, type DownloadedFile, file, list } from "@/domain/api/client";

export function setAvailability(itemId: string, isAvailable: boolean): Promise<StaffMenuItem> {
  return answer(
    api.PATCH("/api/menu-items/{item_id}/toggle-availability", {
      params: { path: { item_id: itemId } },
      body: { isAvailable },
    }),
  );
}

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

/** Without `confirm` it only says what the file would do. */
/** With choices, by the rows of the questions, the import is confirmed. */
export function importMenu(
  truckId: string,
  csv: File,
  choices: Record<number, "change" | "add"> | null,
): Promise<MenuImport> {
  const form = new FormData();
  form.append("file", csv);
  if (choices) {
    form.append("confirm", "true");
    form.append("choices", JSON.stringify(choices));
  }
  return answer(
    api.POST("/api/menu-items/import", {
      params: { query: { truckId } },
      // The description knows a file as a string only; the form is what is sent.
      body: { file: csv.name },
      bodySerializer: () => form,
    }),
  );
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
