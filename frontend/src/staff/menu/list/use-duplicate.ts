import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { randomKey } from "@/domain/api/use-idempotency-key";
import { messages as m } from "@/messages";
import { duplicateItem } from "@/staff/menu/api";
import { changeMenu, reloadMenu } from "@/staff/menu/menu-cache";
import { showToast } from "@/ui/feedback/toast";

/** Makes a copy of a menu item right after it and offers to change it. */
export function useDuplicate(truckId: string): (item: StaffMenuItem) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  // The router gives another function after every change of address; the rows should not follow.
  const latestNavigate = useRef(navigate);
  useEffect(() => {
    latestNavigate.current = navigate;
  }, [navigate]);
  const keys = useRef(new Map<string, string>());
  const underway = useRef(new Set<string>());
  return useCallback(
    async (item) => {
      if (underway.current.has(item._id)) return;
      underway.current.add(item._id);
      // Kept after a failure: the first call may have made the copy and only its answer was lost.
      const key = keys.current.get(item._id) ?? randomKey();
      keys.current.set(item._id, key);
      try {
        const copy = await duplicateItem(item._id, key);
        keys.current.delete(item._id);
        changeMenu(client, truckId, (menu) => withCopyAfter(menu, item._id, copy));
        showToast({
          type: "success",
          message: m.staff.menu.isOnTheMenu({ name: copy.name }),
          action: {
            label: m.staff.menu.editIt,
            onClick: () => latestNavigate.current(`/admin/menu/edit/${copy._id}`),
          },
        });
      } catch (error) {
        showToast({
          type: "error",
          message: m.staff.menu.failedToDuplicate({
            name: item.name,
            errorMessage: errorMessage(error),
          }),
        });
      } finally {
        underway.current.delete(item._id);
        void reloadMenu(client, truckId);
      }
    },
    [client, truckId],
  );
}

function withCopyAfter(menu: StaffMenuItem[], itemId: string, copy: StaffMenuItem) {
  const others = menu.filter((item) => item._id !== copy._id);
  const place = others.findIndex((item) => item._id === itemId);
  others.splice(place + 1, 0, copy);
  return others;
}
