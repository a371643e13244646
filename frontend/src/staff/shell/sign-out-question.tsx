import { messages as m } from "@/messages";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface SignOutQuestionProps {
  /** How many orders are on this device only. */
  count: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Asks before a user leaves orders behind that the server does not have. */
export function SignOutQuestion({ count, ...dialog }: SignOutQuestionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={m.unsent.signOut.title({ count })}
      confirmLabel={m.common.signOut}
      dismissLabel={m.unsent.signOut.stay}
      destructive
    >
      <p>{m.unsent.signOut.hint}</p>
    </ConfirmDialog>
  );
}
