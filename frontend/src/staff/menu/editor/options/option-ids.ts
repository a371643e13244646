import type { StaffMenuItem } from "@/domain/api/admin-types";
import type { MenuItemValues } from "@/staff/menu/editor/menu-item-values";

/** My groups and options on top of a colleague's: what the colleague deleted is made again. */
export function withKnownIds(values: MenuItemValues, current: StaffMenuItem): MenuItemValues {
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
