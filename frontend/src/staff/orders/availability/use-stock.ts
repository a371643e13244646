import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";
import { bringBack, sellOut, type Target } from "./api";
import { type Stock, withAvailability } from "./stock";

/**
 * Marks a menu item or an option (in every menu item that offers it) sold out or back on: shown at once, then
 * replaced by what the server made of it.
 */
export function useStock(truckId: string) {
  const client = useQueryClient();
  const underway = useRef(new Set<string>());

  const mark = useCallback(
    async (stock: Stock, isAvailable: boolean, until: Date | null) => {
      // Ignore a double tap.
      if (underway.current.has(stock.key)) return;
      underway.current.add(stock.key);
      const { queryKey } = staffMenuQuery(truckId);
      const change = (edit: (menu: StaffMenuItem[]) => StaffMenuItem[]) => {
        // A load under way would bring the old state back.
        void client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (menu) => (menu ? edit(menu) : menu));
      };
      const wish = { isAvailable, soldOutUntil: until?.toISOString() ?? null };
      change((menu) => withAvailability(menu, stock.targets, wish));
      try {
        for (const target of stock.targets) {
          const fresh = await send(target, isAvailable, until);
          change((menu) => menu.map((item) => (item._id === fresh._id ? fresh : item)));
        }
      } catch (error) {
        const failed = { name: stock.name, errorMessage: errorMessage(error) };
        const message = isAvailable
          ? m.service.soldOut.backFailed(failed)
          : m.service.soldOut.failed(failed);
        showToast({ type: "error", message });
      } finally {
        // A colleague's change may have been in the load that was called off.
        void client.invalidateQueries({ queryKey });
        underway.current.delete(stock.key);
      }
    },
    [client, truckId],
  );

  return {
    sellOut: (stock: Stock, until: Date | null) => mark(stock, false, until),
    bringBack: (stock: Stock) => mark(stock, true, null),
  };
}

function send(target: Target, isAvailable: boolean, until: Date | null): Promise<StaffMenuItem> {
  return isAvailable ? bringBack(target) : sellOut(target, until);
}
