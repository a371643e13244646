import type { StaffOrder } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { orderOfConflict } from "@/domain/orders/order-conflict";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Text } from "@/ui/layout";
import { useTakePayment, type WindowMethod } from "./detail-api";
import styles from "./order-detail.module.css";

const methods = (): { method: WindowMethod; label: string }[] => [
  { method: "cash", label: m.order.payment.inCash },
  { method: "card", label: m.order.payment.byCard },
];

/** Marks an order from the window as paid, once the money is there. */
export function CounterPayment({ order }: { order: StaffOrder }) {
  const { mutateAsync, isPending } = useTakePayment(order._id);
  const isOwed = order.source === "counter" && order.paymentStatus === "unpaid";
  if (!isOwed || order.status === "cancelled") return null;

  async function take(payment: WindowMethod): Promise<void> {
    try {
      await mutateAsync(payment);
      showToast({
        type: "success",
        message: m.order.payment.taken({ total: formatDollars(order.total) }),
      });
    } catch (error) {
      const isKnown = orderOfConflict(error) !== null;
      const message = isKnown
        ? errorMessage(error)
        : m.order.payment.failed({ errorMessage: errorMessage(error) });
      showToast({ type: isKnown ? "info" : "error", message });
    }
  }

  return (
    <Row as="fieldset" gap={2} className={styles.counterPayment}>
      <Text as="legend" soft size="s">
        {m.order.payment.mark}
      </Text>
      {methods().map(({ method, label }) => (
        <Button key={method} busy={isPending} onClick={() => void take(method)}>
          {label}
        </Button>
      ))}
    </Row>
  );
}
