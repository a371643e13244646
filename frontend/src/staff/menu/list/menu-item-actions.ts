import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { useOnce, useSend } from "@/domain/api/use-send-once";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { messages as m } from "@/messages";
import {
  changeMenu,
  deleteItem,
  duplicateItem,
  reloadMenu,
  setAvailability,
  withPatch,
} from "@/staff/menu/api";
import { useOptimisticChangeOnce } from "@/staff/shared/use-optimistic-change";
import { showToast } from "@/ui/feedback/toast";

/** Marks a menu item available or not; by hand there is no time at which it comes back. */
export function useAvailability(truckId: string): (item: StaffMenuItem) => Promise<void> {
  return useOptimisticChangeOnce(
    {
      queryKey: staffMenuQuery(truckId).queryKey,
      send: ({ _id, isAvailable }: StaffMenuItem) =>
        setAvailability({ itemId: _id }, !isAvailable, null),
      show: (menu, { _id, isAvailable }) =>
        withPatch(menu, _id, { isAvailable: !isAvailable, soldOutUntil: null }),
      take: (menu, { version }, { _id, isAvailable }) =>
        withPatch(menu, _id, { isAvailable: !isAvailable, version }),
      takeBack: (menu, { _id, isAvailable, soldOutUntil }) =>
        withPatch(menu, _id, { isAvailable, soldOutUntil }),
      failed: (error, { name, isAvailable }) => {
        const failed = { name, errorMessage: errorMessage(error) };
        return isAvailable
          ? m.menu.availability.markUnavailableFailed(failed)
          : m.menu.availability.markAvailableFailed(failed);
      },
    },
    idOf,
  );
}

const idOf = ({ _id }: StaffMenuItem) => _id;

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
    onError: () => showToast({ type: "error", message: m.menuShared.menuItemNotDeleted }),
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

const EACH_ITEM = { subjectOf: (itemId: string) => itemId };

/** Makes a copy of a menu item right after it and offers to change it. */
export function useDuplicate(truckId: string): (item: StaffMenuItem) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  // The router gives another function after every change of address; the rows should not follow.
  const latestNavigate = useRef(navigate);
  useEffect(() => {
    latestNavigate.current = navigate;
  }, [navigate]);
  const send = useSend(duplicateItem, EACH_ITEM);
  const duplicate = useCallback(
    async (item: StaffMenuItem) => {
      try {
        const copy = await send(item._id);
        changeMenu(client, truckId, (menu) => withCopyAfter(menu, item._id, copy));
        showToast({
          type: "success",
          message: m.menuShared.isOnMenu({ name: copy.name }),
          action: {
            label: m.menu.duplicate.edit,
            onClick: () => latestNavigate.current(`/admin/menu/edit/${copy._id}`),
          },
        });
      } catch (error) {
        showToast({
          type: "error",
          message: m.menu.duplicate.failed({
            name: item.name,
            errorMessage: errorMessage(error),
          }),
        });
      } finally {
        void reloadMenu(client, truckId);
      }
    },
    [client, truckId, send],
  );
  return useOnce(duplicate, idOf);
}

function withCopyAfter(menu: StaffMenuItem[], itemId: string, copy: StaffMenuItem) {
  const others = menu.filter((item) => item._id !== copy._id);
  const place = others.findIndex((item) => item._id === itemId);
  others.splice(place + 1, 0, copy);
  return others;
}
