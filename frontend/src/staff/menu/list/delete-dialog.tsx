import { messages as m } from "@/messages";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { Deletion } from "./use-delete";

export function DeleteDialog({ deletion }: { deletion: Deletion }) {
  const { item, isOpen, isPending, close, confirm } = deletion;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={m.common.deleteNamed({ name: item?.name ?? "" })}
      confirmLabel={isPending ? m.menu.deleting : m.common.delete}
      destructive
      pending={isPending}
      onConfirm={confirm}
    >
      {m.common.deleteMenuItemHint}
    </ConfirmDialog>
  );
}
