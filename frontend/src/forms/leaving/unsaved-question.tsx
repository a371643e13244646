import { messages as m } from "@/messages";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { useLeaveGuard } from "./use-leave-guard";

type LeaveGuard = ReturnType<typeof useLeaveGuard>;

/** The question that `useLeaveGuard` asks. */
export function UnsavedQuestion({ guard }: { guard: LeaveGuard }) {
  return (
    <ConfirmDialog
      open={guard.isHeld}
      onOpenChange={(open) => {
        if (!open) guard.stay();
      }}
      title={m.record.leave.title}
      confirmLabel={m.record.leave.action}
      destructive
      onConfirm={guard.proceed}
    >
      {m.record.leave.hint}
    </ConfirmDialog>
  );
}
