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
  const words = m.storefront.trackingChange;
  return (
    <ConfirmDialog
      {...dialog}
      title={words.cancelThisOrder}
      confirmLabel={cancelLabel(refund)}
      dismissLabel={words.keepMyOrder}
      destructive
    >
      {refund > 0
        ? words.moneyGoesBack({ amount: formatDollars(refund) })
        : words.nothingWillBeMade}
    </ConfirmDialog>
  );
}
