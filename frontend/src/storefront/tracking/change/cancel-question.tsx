import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { cancelLabel } from "./cancel-label";

interface CancelQuestionProps {
  /** In dollars. */
  refund: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}

export function CancelQuestion({ refund, ...dialog }: CancelQuestionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={m.change.cancel.title}
      confirmLabel={cancelLabel(refund)}
      dismissLabel={m.change.cancel.keep}
      destructive
    >
      {refund > 0
        ? m.change.cancel.refundHint({ amount: formatDollars(refund) })
        : m.change.cancel.hint}
    </ConfirmDialog>
  );
}
