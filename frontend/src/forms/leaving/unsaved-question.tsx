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
      title={m.forms.record.leaveWithoutYourChanges}
      confirmLabel={m.forms.record.leave}
      destructive
      onConfirm={guard.proceed}
    >
      {m.forms.record.whatYouChangedOnThis}
    </ConfirmDialog>
  );
}
