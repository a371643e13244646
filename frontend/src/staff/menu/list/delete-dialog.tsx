import { messages as m } from "@/messages";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { Deletion } from "./use-delete";

export function DeleteDialog({ deletion }: { deletion: Deletion }) {
  const { item, isOpen, isPending, close, confirm } = deletion;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={m.staff.menu.delete({ name: item?.name ?? "" })}
      confirmLabel={isPending ? m.staff.menu.deleting : m.staff.menu.deleteAction}
      destructive
      pending={isPending}
      onConfirm={confirm}
    >
      {m.staff.menu.areYouSureYouWant}
    </ConfirmDialog>
  );
}
