import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { deleteItem } from "@/staff/menu/api";
import { changeMenu, reloadMenu } from "@/staff/menu/menu-cache";
import { showToast } from "@/ui/feedback/toast";

export interface Deletion {
  /** The menu item in question; it stays while its dialog closes. */
  item: StaffMenuItem | null;
  isOpen: boolean;
  isPending: boolean;
  ask: (item: StaffMenuItem) => void;
  close: () => void;
  confirm: () => void;
}

/** Asks before a menu item is deleted; `onDeleted` finds the focus a place, as its row is gone. */
export function useDelete(truckId: string, onDeleted: () => void): Deletion {
  const client = useQueryClient();
  const [item, setItem] = useState<StaffMenuItem | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: StaffMenuItem) => deleteItem(asked._id),
    onSuccess: (_, { _id, name }) => {
      changeMenu(client, truckId, (menu) => menu.filter((other) => other._id !== _id));
      showToast({ type: "success", message: m.menu.deleted({ name }) });
      onDeleted();
    },
    onError: () => showToast({ type: "error", message: m.common.menuItemNotDeleted }),
    onSettled: () => {
      setOpen(false);
      void reloadMenu(client, truckId);
    },
  });
  const ask = useCallback((asked: StaffMenuItem) => {
    setItem(asked);
    setOpen(true);
  }, []);
  return {
    item,
    isOpen,
    isPending,
    ask,
    close: () => setOpen(false),
    confirm: () => {
      if (item) mutate(item);
    },
  };
}
