import { useEffect, useRef } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import styles from "./counter.module.css";

/** The number to call out, and the way to the next customer. */
export function CounterDone({ order, onNext }: { order: StaffOrder; onNext: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const isOwed = order.paymentStatus === "unpaid";
  return (
    <section aria-label={m.counter.done.title} className={styles.done}>
      <p role="status" className={styles.doneWords}>
        <span>{m.counter.done.titleFor({ customerName: order.customerName })}</span>
        <strong className={styles.shout}>#{order.orderNumber}</strong>
        <span>
          {formatDollars(order.total)}
          {isOwed ? m.counter.done.toPay : m.counter.done.paid}
        </span>
      </p>
      <Button ref={next} variant="primary" size="large" onClick={onNext}>
        {m.counter.done.next}
      </Button>
      <div className={styles.doneLinks}>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=ticket`}>
          {m.common.printTicket}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=receipt`}>
          {m.common.printReceipt}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}`}>{m.counter.done.open}</ButtonLink>
      </div>
    </section>
  );
}
