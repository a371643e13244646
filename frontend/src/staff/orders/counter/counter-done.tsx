import { useEffect, useRef } from "react";
import type { StaffOrder } from "@/domain/api/staff-types";
import { isUnsent, numberOf } from "@/domain/offline/unsent-orders";
import { dollarsToCents, formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import {
  EmailReceipt,
  PrinterButtons,
} from "@/staff/orders/detail/receipt-email-and-printer-buttons";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./counter.module.css";
import type { Taken } from "./order-taken-refused-or-kept-offline";
import { CashChange } from "./payment-steps";

/** How it was paid, the change to give, the number to call out, and the way to the next customer. */
export function CounterDone({ taken, onNext }: { taken: Taken; onNext: () => void }) {
  const { order, payment, given } = taken;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const total = formatDollars(order.total);
  return (
    <section aria-label={m.counter.done.title} className={styles.done}>
      <Stack gap={3} items="center" size="l" role="status">
        <Text breaks>{m.counter.done.titleFor({ customerName: order.customerName })}</Text>
        <strong className={styles.shout}>{numberOf(order)}</strong>
        <Text weight={700} breaks>
          {m.counter.done[payment]({ total, reader: order.reader?.label ?? "" })}
        </Text>
        {payment === "reader" && order.tip > 0 ? (
          <Text soft>{m.reader.withTip({ tip: formatDollars(order.tip) })}</Text>
        ) : null}
        {payment === "reader" && given !== null ? (
          <Notice tone="warning" title={m.reader.chargedAnyway} />
        ) : null}
        {payment !== "reader" && given !== null ? (
          <CashChange total={dollarsToCents(order.total)} given={given} />
        ) : null}
        {taken.isEarlier ? <Notice tone="warning" title={m.counter.done.earlier} /> : null}
        {order.customerPhone && isTexted(order) ? (
          <Text soft breaks>
            {m.counter.done.linkSent({ phone: displayPhone(order.customerPhone) })}
          </Text>
        ) : null}
      </Stack>
      <Button ref={next} variant="primary" size="large" onClick={onNext}>
        {m.counter.done.next}
      </Button>
      <AfterTaking order={order} />
    </section>
  );
}

/** Paper and email, and the order itself. What this device alone has, it prints itself. */
function AfterTaking({ order }: { order: StaffOrder }) {
  const isHereOnly = isUnsent(order);
  return (
    <>
      {isHereOnly ? (
        <Text soft textAlign="center">
          {m.unsent.onlyOnThisTablet}
        </Text>
      ) : null}
      <Row gap={2} justify="center">
        <ButtonLink to={`/admin/orders/${order._id}/print?what=ticket`}>
          {m.common.printTicket}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=receipt`}>
          {m.common.printReceipt}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}`}>{m.counter.done.open}</ButtonLink>
      </Row>
      {isHereOnly ? null : (
        <>
          <PrinterButtons order={order} />
          <EmailReceipt order={order} />
        </>
      )}
    </>
  );
}

function isTexted({ messages }: StaffOrder): boolean {
  const text = messages.find(({ kind }) => kind === "confirmed");
  return text !== undefined && text.status !== "skipped" && text.status !== "failed";
}
