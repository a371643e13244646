import { useEffect, useRef } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { Button, ButtonLink } from "@/ui/controls/button";
import styles from "./counter.module.css";

/** The number to call out, and the way to whoever is next in line. */
export function CounterDone({ order, onNext }: { order: StaffOrder; onNext: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const isOwed = order.paymentStatus === "unpaid";
  return (
    <section aria-label="Order taken" className={styles.done}>
      <p role="status" className={styles.doneWords}>
        <span>Order taken for {order.customerName}</span>
        <strong className={styles.shout}>#{order.orderNumber}</strong>
        <span>
          {formatDollars(order.total)}
          {isOwed ? " still to pay" : " paid"}
        </span>
      </p>
      <Button ref={next} variant="primary" size="large" onClick={onNext}>
        Next order
      </Button>
      <div className={styles.doneLinks}>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=ticket`}>Print ticket</ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=receipt`}>Print receipt</ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}`}>Open order</ButtonLink>
      </div>
    </section>
  );
}
