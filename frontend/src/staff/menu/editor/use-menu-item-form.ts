import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { MenuItemInput, StaffMenuItem } from "@/domain/api/staff-types";
import { allMenusKey } from "@/domain/query-keys";
import { useRecordForm } from "@/forms/use-record-form";
import { changedMeanwhile, createMenuItem, updateMenuItem } from "@/staff/menu/api";
import { type MenuItemValues, menuItemFields } from "./item-and-option-schema";

export type MenuItemFormApi = UseFormReturn<MenuItemValues, unknown, MenuItemInput>;

interface UseMenuItemFormOptions {
  /** The menu item to change; null makes a new one. */
  item: StaffMenuItem | null;
  truckId: string;
  onSaved: (item: StaffMenuItem) => void;
  draftKey: string;
}

export function useMenuItemForm({ item, truckId, onSaved, draftKey }: UseMenuItemFormOptions) {
  const queryClient = useQueryClient();
  return useRecordForm<StaffMenuItem, MenuItemValues, MenuItemInput>({
    ...menuItemFields,
    record: item,
    draftKey,
    save: (base, sent, idempotencyKey) =>
      base ? updateMenuItem(base, sent) : createMenuItem({ ...sent, truckId }, idempotencyKey),
    changedMeanwhile,
    adapt: withKnownIds,
    onStored: () => queryClient.invalidateQueries({ queryKey: allMenusKey(), refetchType: "none" }),
    onSaved,
  });
}

/** My groups and options on top of a colleague's: what the colleague deleted is made again. */
function withKnownIds(values: MenuItemValues, current: StaffMenuItem): MenuItemValues {
  const known = new Set(
    current.optionGroups.flatMap((group) => [group._id, ...group.options.map(({ _id }) => _id)]),
  );
  return {
    ...values,
    optionGroups: values.optionGroups.map((group) => ({
      ...keepId(group, known),
      options: group.options.map((option) => keepId(option, known)),
    })),
  };
}

function keepId<Row extends { _id?: string }>({ _id, ...row }: Row, known: ReadonlySet<string>) {
  return _id && known.has(_id) ? { ...row, _id } : row;
}
