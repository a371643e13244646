import type { useLeaveGuard } from "@/lib/use-leave-guard";
import { ConfirmDialog } from "./confirm-dialog";

type LeaveGuard = ReturnType<typeof useLeaveGuard>;

/** The question that `useLeaveGuard` holds somebody back with. */
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
      What you changed on this page has not been stored.
    </ConfirmDialog>
  );
}
