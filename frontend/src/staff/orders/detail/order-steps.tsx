import type { StaffOrder } from "@/domain/api/admin-types";
import { whenDone } from "@/domain/api/when-done";
import { orderOfConflict } from "@/domain/orders/order-conflict";
import { messages as m } from "@/messages";
import { StatusButtons } from "@/staff/orders/steps/status-buttons";
import { statusBadges } from "@/staff/shared/order-labels";
import { remindOfPayOut } from "@/staff/shared/pay-outs";
import { showToast } from "@/ui/feedback/toast";
import { useChangeOrder } from "./detail-api";
import styles from "./order-detail.module.css";

/** The steps that the server offers now; nothing for an order that is over. */
export function OrderSteps({ order }: { order: StaffOrder }) {
  const { mutateAsync, variables, isPending } = useChangeOrder(order._id);
  const moving = isPending && variables && "status" in variables ? variables.status : null;
  return (
    <StatusButtons
      order={order}
      className={styles.steps}
      moving={moving}
      onMove={(status) =>
        whenDone(mutateAsync({ status }), {
          onSuccess: remindOfPayOut,
          onError: (error) => tellWhy(order, error),
        })
      }
    />
  );
}

/** A lost race is no failure: the screen already shows what the colleague did. */
function tellWhy(order: StaffOrder, error: unknown): void {
  const current = orderOfConflict(error);
  if (!current) {
    showToast({ type: "error", message: m.orders.steps.failed });
    return;
  }
  const status = statusBadges()[current.status].label;
  showToast({
    type: "info",
    message: m.orders.steps.already({ orderNumber: order.orderNumber, status }),
  });
}
