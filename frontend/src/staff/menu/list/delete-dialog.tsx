import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { Deletion } from "./use-delete";

export function DeleteDialog({ deletion }: { deletion: Deletion }) {
  const { item, isOpen, isPending, close, confirm } = deletion;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={`Delete ${item?.name ?? ""}`}
      confirmLabel={isPending ? "Deleting..." : "Delete"}
      destructive
      pending={isPending}
      onConfirm={confirm}
    >
      Are you sure you want to delete this menu item? This cannot be undone.
    </ConfirmDialog>
  );
}
