import type { StaffOrder } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { orderOfConflict } from "@/components/orders/order-conflict";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { formatDollars } from "@/lib/money";
import { useIdempotencyKey } from "@/lib/use-idempotency-key";
import { useTakePayment, type WindowMethod } from "./detail-api";
import styles from "./order-detail.module.css";

const METHODS: { method: WindowMethod; label: string }[] = [
  { method: "cash", label: "Paid in cash" },
  { method: "card", label: "Paid by card" },
];

/** Marks an order from the window as paid, once the money is there. */
export function TillButtons({ order }: { order: StaffOrder }) {
  const { mutateAsync, isPending } = useTakePayment(order._id);
  const keyFor = useIdempotencyKey();
  const isOwed = order.source === "counter" && order.paymentStatus === "unpaid";
  if (!isOwed || order.status === "cancelled") return null;

  async function take(payment: WindowMethod): Promise<void> {
    const key = keyFor(payment);
    try {
      await mutateAsync({ payment, key: key.value });
      key.settle();
      showToast({ type: "success", message: `${formatDollars(order.total)} taken` });
    } catch (error) {
      key.settleAfter(error);
      const isKnown = orderOfConflict(error) !== null;
      const message = isKnown ? sentenceOf(error) : `Failed to mark as paid: ${sentenceOf(error)}`;
      showToast({ type: isKnown ? "info" : "error", message });
    }
  }

  return (
    <fieldset className={styles.till}>
      <legend className={styles.soft}>Mark as paid</legend>
      {METHODS.map(({ method, label }) => (
        <Button key={method} busy={isPending} onClick={() => void take(method)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
