import { useState } from "react";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { statusBadges } from "@/staff/shared/order-labels";
import { Button } from "@/ui/controls/button";
import { CancelQuestion } from "./cancel-question";

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
