import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { setAvailability } from "@/staff/menu/api";
import { patchItem, reloadMenu } from "@/staff/menu/menu-cache";
import { showToast } from "@/ui/feedback/toast";

/** Marks a menu item available or not: shown at once, taken back when the server does not agree. */
export function useAvailability(truckId: string): (item: StaffMenuItem) => Promise<void> {
  const client = useQueryClient();
  const underway = useRef(new Set<string>());
  return useCallback(
    async (item) => {
      // The second click of a double click would only undo the first.
      if (underway.current.has(item._id)) return;
      underway.current.add(item._id);
      const isAvailable = !item.isAvailable;
      // By hand there is no time at which it comes back.
      patchItem(client, truckId, item._id, { isAvailable, soldOutUntil: null });
      try {
        const { version } = await setAvailability(item._id, isAvailable);
        patchItem(client, truckId, item._id, { isAvailable, version });
      } catch (error) {
        const { isAvailable: before, soldOutUntil } = item;
        patchItem(client, truckId, item._id, { isAvailable: before, soldOutUntil });
        const failed = { name: item.name, errorMessage: errorMessage(error) };
        const message = isAvailable
          ? m.menu.availability.markAvailableFailed(failed)
          : m.menu.availability.markUnavailableFailed(failed);
        showToast({ type: "error", message });
        void reloadMenu(client, truckId);
      } finally {
        underway.current.delete(item._id);
      }
    },
    [client, truckId],
  );
}
