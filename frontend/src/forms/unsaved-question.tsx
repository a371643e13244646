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
      title="Leave without your changes?"
      confirmLabel="Leave"
      destructive
      onConfirm={guard.proceed}
    >
      What you changed on this page has not been saved.
    </ConfirmDialog>
  );
}
