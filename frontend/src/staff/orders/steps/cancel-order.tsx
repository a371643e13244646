import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { StaffOrder } from "@/domain/api/staff-types";
import { applyOrder, orderOfConflict } from "@/domain/orders/order-cache";
import { invalidateOrders } from "@/domain/orders/staff-order-queries";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { remindOfPayOut } from "@/staff/shared/due-refunds";
import { showToast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

/** Cancels the order at once: this is asked before, and neither text nor refund can be undone. */
export function useCancel(order: StaffOrder) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(
        api.PATCH("/api/orders/{order_id}", {
          params: { path: { order_id: order._id } },
          body: { status: "cancelled" },
        }),
      ),
    onSuccess: (cancelled) => {
      applyOrder(client, cancelled);
      remindOfPayOut(cancelled);
    },
    onError: (error) => {
      const current = orderOfConflict(error);
      if (!current) {
        invalidateOrders(client, order.truckId);
        showToast({ type: "error", message: m.orders.steps.failed });
        return;
      }
      applyOrder(client, current);
      const { orderNumber, status } = current;
      showToast({ type: "info", message: m.orders.steps.already({ orderNumber, status }) });
    },
  });
}

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
      title={m.orders.cancel.title({ orderNumber })}
      confirmLabel={
        refundable > 0 ? m.orders.cancel.withRefund({ amount }) : m.orders.cancel.action
      }
      dismissLabel={m.orders.cancel.keep}
      destructive
      onConfirm={onConfirm}
    >
      <p>{m.orders.cancel.customer({ customerName })}</p>
      <p>{moneySentence(order, amount)}</p>
      <p>{m.orders.cannotBeUndone}</p>
    </ConfirmDialog>
  );
}

function moneySentence(order: StaffOrder, amount: string): string {
  const { paymentStatus, refundable, windowPayment } = order;
  if (paymentStatus === "disputed") return m.orders.cancel.disputed;
  if (refundable <= 0) return m.orders.cancel.nothingLeft;
  if (!windowPayment) return m.orders.cancel.toCard({ amount });
  return windowPayment.method === "cash"
    ? m.orders.cancel.inCash({ amount })
    : m.orders.cancel.onDevice({ amount });
}
