import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface CancelQuestionProps {
  order: StaffOrder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Asks before an order is cancelled, with the money that goes back, because neither can be undone. */
export function CancelQuestion({ order, open, onOpenChange, onConfirm }: CancelQuestionProps) {
  const { orderNumber, customerName, refundable } = order;
  const amount = formatDollars(refundable);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.staff.orders.cancelOrder({ orderNumber })}
      confirmLabel={
        refundable > 0 ? m.staff.orders.cancelAndRefund({ amount }) : m.staff.orders.cancelIt
      }
      dismissLabel={m.staff.orders.keepOrder}
      destructive
      onConfirm={onConfirm}
    >
      <p>{m.staff.orders.orderOfCustomer({ customerName })}</p>
      <p>{moneySentence(order, amount)}</p>
      <p>{m.staff.orders.cannotBeUndone}</p>
    </ConfirmDialog>
  );
}

function moneySentence(order: StaffOrder, amount: string): string {
  const { paymentStatus, refundable, windowPayment } = order;
  if (paymentStatus === "disputed") return m.staff.orders.bankHasTheMoney;
  if (refundable <= 0) return m.staff.orders.nothingIsRefunded;
  if (!windowPayment) return m.staff.orders.goesBackToTheCard({ amount });
  return windowPayment.method === "cash"
    ? m.staff.orders.handBackInCash({ amount })
    : m.staff.orders.giveBackOnReader({ amount });
}
