import { useState } from "react";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { statusBadges } from "@/staff/shared/order-labels";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface StatusButtonsProps {
  order: StaffOrder;
  className: string | undefined;
  /** The status that is being set right now. */
  moving: OrderStatus | null;
  onMove: (status: OrderStatus) => void;
}

/** A button for each status that the server offers now; nothing for an order that is over. */
export function StatusButtons({ order, className, moving, onMove }: StatusButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  if (order.nextStatuses.length === 0) return null;
  return (
    <div className={className}>
      {order.nextStatuses.map((status) => (
        <Button
          key={status}
          variant={status === "cancelled" ? "quiet" : "primary"}
          busy={moving === status}
          disabled={moving !== null}
          onClick={() => (status === "cancelled" ? setAsking(true) : onMove(status))}
        >
          {moving === status
            ? m.common.updating
            : m.orders.steps.markAs({ status: statusBadges()[status].label })}
        </Button>
      ))}
      <CancelQuestion
        order={order}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => {
          setAsking(false);
          onMove("cancelled");
        }}
      />
    </div>
  );
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
    : m.orders.cancel.onReader({ amount });
}
