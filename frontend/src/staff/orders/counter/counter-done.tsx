import { useEffect, useRef } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Row, Stack } from "@/ui/layout";
import styles from "./counter.module.css";

/** The number to call out, and the way to the next customer. */
export function CounterDone({ order, onNext }: { order: StaffOrder; onNext: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const isOwed = order.paymentStatus === "unpaid";
  return (
    <section aria-label={m.counter.done.title} className={styles.done}>
      <Stack as="p" gap={2} size="l" breaks role="status">
        <span>{m.counter.done.titleFor({ customerName: order.customerName })}</span>
        <strong className={styles.shout}>#{order.orderNumber}</strong>
        <span>
          {formatDollars(order.total)}
          {isOwed ? m.counter.done.toPay : m.counter.done.paid}
        </span>
      </Stack>
      <Button ref={next} variant="primary" size="large" onClick={onNext}>
        {m.counter.done.next}
      </Button>
      <Row gap={2} justify="center">
        <ButtonLink to={`/admin/orders/${order._id}/print?what=ticket`}>
          {m.common.printTicket}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=receipt`}>
          {m.common.printReceipt}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}`}>{m.counter.done.open}</ButtonLink>
      </Row>
    </section>
  );
}
