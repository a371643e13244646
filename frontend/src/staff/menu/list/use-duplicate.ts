import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { useOnce, useSend } from "@/domain/api/use-send";
import { messages as m } from "@/messages";
import { duplicateItem } from "@/staff/menu/api";
import { changeMenu, reloadMenu } from "@/staff/menu/menu-cache";
import { showToast } from "@/ui/feedback/toast";

const EACH_ITEM = { subjectOf: (itemId: string) => itemId };
const idOf = ({ _id }: StaffMenuItem) => _id;

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
          message: m.common.isOnMenu({ name: copy.name }),
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
