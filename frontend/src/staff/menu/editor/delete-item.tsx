import type { StaffMenuItem } from "@/domain/api/admin-types";
import { allMenusKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { deleteItem } from "@/staff/menu/api";
import { DeleteSection } from "@/staff/shell/delete-section";

interface DeleteItemProps {
  item: StaffMenuItem;
  onDeleted: () => void;
}

export function DeleteItem({ item, onDeleted }: DeleteItemProps) {
  return (
    <DeleteSection
      title={m.common.delete}
      description={m.menuEditor.delete.hint}
      action={m.menuEditor.delete.action}
      question={m.menuEditor.delete.title({ name: item.name })}
      confirmLabel={m.common.delete}
      failed={m.common.menuItemNotDeleted}
      remove={() => deleteItem(item._id)}
      outdated={allMenusKey()}
      onDeleted={onDeleted}
    >
      {m.common.deleteMenuItemHint}
    </DeleteSection>
  );
}
