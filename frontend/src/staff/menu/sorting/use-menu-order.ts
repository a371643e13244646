import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { saveOrder } from "@/staff/menu/api";
import { cachedMenu, changeMenu, reloadMenu } from "@/staff/menu/menu-cache";
import { showToast } from "@/ui/feedback/toast";
import { movedTo } from "./menu-order";

export interface MenuOrder {
  /** Moves a menu item to a place, counted from 0. */
  move: (itemId: string, place: number) => void;
  /** What the last move did, for people who do not see it. */
  announcement: string;
}

/**
 * Puts the menu in another order: shown at once and saved behind it. One save runs at a time; what
 * was moved meanwhile goes with the next one, so that quick moves cannot overtake each other.
 */
export function useMenuOrder(truckId: string): MenuOrder {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState("");
  const save = useOrderSaver(truckId);
  const move = useCallback(
    (itemId: string, place: number) => {
      const before = cachedMenu(client, truckId);
      const after = movedTo(before, itemId, place);
      if (after.every((item, index) => item === before[index])) return;
      changeMenu(client, truckId, () => after);
      setAnnouncement(positionMessage(after, itemId));
      void save(before);
    },
    [client, truckId, save],
  );
  return { move, announcement };
}

/** Saves the order shown; `before` is what it falls back to if nothing was being saved yet. */
function useOrderSaver(truckId: string): (before: StaffMenuItem[]) => Promise<void> {
  const client = useQueryClient();
  const underway = useRef<{ again: boolean } | null>(null);
  return useCallback(
    async (before) => {
      if (underway.current) {
        underway.current.again = true;
        return;
      }
      const run = { again: true };
      underway.current = run;
      let kept = before;
      try {
        while (run.again) {
          run.again = false;
          const shown = cachedMenu(client, truckId);
          await saveOrder(truckId, idsOf(shown));
          kept = shown;
        }
      } catch (error) {
        changeMenu(client, truckId, (menu) => inOrderOf(menu, kept));
        showToast({ type: "error", message: refusal(error) });
        void reloadMenu(client, truckId);
      } finally {
        underway.current = null;
      }
    },
    [client, truckId],
  );
}

function idsOf(menu: readonly StaffMenuItem[]): string[] {
  return menu.map((item) => item._id);
}

/** Today's menu items in an earlier order; only the order goes back, not what else changed since. */
function inOrderOf(menu: StaffMenuItem[], earlier: readonly StaffMenuItem[]): StaffMenuItem[] {
  const places = new Map(earlier.map((item, place) => [item._id, place]));
  const placeOf = (item: StaffMenuItem) => places.get(item._id) ?? menu.length;
  return [...menu].sort((a, b) => placeOf(a) - placeOf(b));
}

function positionMessage(menu: readonly StaffMenuItem[], itemId: string): string {
  const place = menu.findIndex((item) => item._id === itemId);
  return m.menu.sort.moved({
    name: menu[place]?.name ?? "",
    place: place + 1,
    count: menu.length,
  });
}

function refusal(error: unknown): string {
  if (error instanceof ApiError && error.code === "menu_changed") return m.menu.sort.conflict;
  return m.menu.sort.failed({ errorMessage: errorMessage(error) });
}
