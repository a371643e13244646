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
      title={m.staff.menuEditor.deleteAction}
      description={m.staff.menuEditor.itDisappearsFromMenuFor}
      action={m.staff.menuEditor.deleteMenuItem}
      question={m.staff.menuEditor.delete({ name: item.name })}
      confirmLabel={m.staff.menuEditor.deleteAction}
      failed={m.staff.menuEditor.failedToDeleteMenuItem}
      remove={() => deleteItem(item._id)}
      outdated={allMenusKey()}
      onDeleted={onDeleted}
    >
      {m.staff.menuEditor.areYouSureYouWant}
    </DeleteSection>
  );
}
