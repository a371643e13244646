import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import type { OrderRefund, StaffOrder } from "@/domain/api/staff-types";
import { orderOfConflict } from "@/domain/orders/order-cache";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type Reader, readersQuery } from "@/staff/devices/api";
import { disputeBadge, disputeReason } from "@/staff/orders/dispute-words";
import { cardOf } from "@/staff/orders/print/printed-receipt-and-ticket";
import {
  isFinal,
  isHeld,
  isPaid,
  overWords,
  preferredReader,
  rememberReader,
  useOpenPayments,
  usePayment,
  useTakeCardOf,
} from "@/staff/orders/reader/counter-payments-api";
import { ReaderPayment } from "@/staff/orders/reader/reader-payment";
import { isOwed } from "@/staff/shared/order-rules";
import type { BadgeVariant } from "@/ui/content/badge";

import { Badge } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { useTakePayment, type WindowMethod } from "./api";
import styles from "./order-detail.module.css";

/** What was paid, what went back, and what the bank has to say. */
export function OrderPayments({ order, zone }: { order: StaffOrder; zone: string }) {
  return (
    <>
      <Stack as="dl" gap={2} className={styles.sums}>
        <div>
          <dt>{order.paymentStatus === "unpaid" ? m.common.toPay : m.common.paid}</dt>
          <Text as="dd" weight={700} tabular>
            {formatDollars(order.total)}
          </Text>
        </div>
        {order.refunds.length > 0 ? (
          <div>
            <dt>{m.order.money.refundable}</dt>
            <Text as="dd" weight={700} tabular>
              {formatDollars(order.refundable)}
            </Text>
          </div>
        ) : null}
      </Stack>
      {order.reader ? <OnReader reader={order.reader} /> : null}
      {order.windowPayment ? <AtTheWindow payment={order.windowPayment} zone={zone} /> : null}
      <Disputes order={order} zone={zone} />
      {order.refunds.length > 0 ? (
        <Stack as="ul" gap={3} aria-label={m.common.refunds}>
          {order.refunds.map((refund) => (
            <Refund key={refund._id} refund={refund} order={order} zone={zone} />
          ))}
        </Stack>
      ) : null}
    </>
  );
}

function OnReader({ reader }: { reader: NonNullable<StaffOrder["reader"]> }) {
  return (
    <Text soft size="s" breaks>
      {[m.order.card.onReader({ reader: reader.label }), cardOf(reader)]
        .filter(Boolean)
        .join(" · ")}
    </Text>
  );
}

type WindowPayment = NonNullable<StaffOrder["windowPayment"]>;

function AtTheWindow({ payment, zone }: { payment: WindowPayment; zone: string }) {
  const { method, by, at } = payment;
  const taken = method === "cash" ? m.order.money.takenInCash : m.order.money.takenByCard;
  return <Happened at={at} zone={zone} words={(when) => taken({ by, ...when })} />;
}

interface HappenedProps {
  at: string;
  zone: string;
  words: (when: { day: string; time: string }) => string;
}

/** A sentence about something that was done at an instant. */
function Happened({ at, zone, words }: HappenedProps) {
  const instant = new Date(at);
  const when = { day: formatDate(instant, zone), time: formatTimeOfDay(instant, zone) };
  return (
    <Text soft size="s">
      <time dateTime={at}>{words(when)}</time>
    </Text>
  );
}

function Refund({
  refund,
  order,
  zone,
}: { refund: OrderRefund } & Parameters<typeof OrderPayments>[0]) {
  const badge = refundBadge(refund);
  const pieces = refundedItems(refund, order);
  const { paidOut, by, createdAt } = refund;
  return (
    <Stack as="li" gap={1} paddingTop={3} lineAbove breaks>
      <Row as="p" gap={2} align="center" className={styles.headingRow}>
        <strong>{formatDollars(refund.amount)}</strong>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </Row>
      {pieces ? <p>{pieces}</p> : null}
      <p>{refundReason(refund)}</p>
      {paidOut ? (
        <Happened
          at={paidOut.at}
          zone={zone}
          words={(when) => m.order.refunds.paidOutBy({ by: paidOut.by, ...when })}
        />
      ) : null}
      {refund.failure ? <Text tone="danger">{refund.failure}</Text> : null}
      <Happened
        at={createdAt}
        zone={zone}
        words={(when) => (by ? m.order.refunds.by({ by, ...when }) : m.order.refunds.on(when))}
      />
    </Stack>
  );
}

function Disputes({ order, zone }: { order: StaffOrder; zone: string }) {
  return order.disputes.map((dispute) => {
    const { status, reason, answerBy } = dispute;
    const { label, tone } = disputeBadge(dispute);
    const needsAnswer = status === "needs_response" || status === "warning_needs_response";
    return (
      <Notice
        key={dispute._id}
        tone={tone === "good" ? "good" : "danger"}
        title={m.order.disputes.disputed({
          amount: formatDollars(dispute.amount),
          label,
        })}
      >
        {reason ? <p>{disputeReason(reason)}</p> : null}
        {needsAnswer && answerBy ? (
          <p>{m.order.disputes.answerBy({ day: formatDate(new Date(answerBy), zone) })}</p>
        ) : null}
        {needsAnswer ? <p>{m.order.disputes.answerAt}</p> : null}
      </Notice>
    );
  });
}

const methods = (): { method: WindowMethod; label: string }[] => [
  { method: "cash", label: m.order.payment.inCash },
  { method: "card", label: m.order.payment.byCard },
];

/** Where the money of an unpaid order is taken: on a reader, or elsewhere and only noted. */
export function TakePayment({ order }: { order: StaffOrder }) {
  const [paymentId, setPaymentId] = useState<string | null>(null);
  if (!isOwed(order) && paymentId === null) return null;
  return <Owed order={order} paymentId={paymentId} onPaymentBegun={setPaymentId} />;
}

interface OwedProps {
  order: StaffOrder;
  /** Begun here: it says that it is paid once it is. */
  paymentId: string | null;
  onPaymentBegun: (paymentId: string | null) => void;
}

function Owed({ order, paymentId, onPaymentBegun }: OwedProps) {
  const { truckId } = order;
  const { data: readers = [] } = useQuery(readersQuery(truckId));
  const begun = useOpenPayments(truckId).find(({ paysOrderId }) => paysOrderId === order._id);
  const { payment } = usePayment(truckId, paymentId ?? begun?._id ?? null);
  if (payment && (!isFinal(payment) || (paymentId !== null && isPaid(payment)))) {
    return (
      <ReaderPayment
        payment={payment}
        readers={readers}
        // One that was begun on another tablet stays on the screen, to say what becomes of the cash.
        onGiven={(cents) => cents === null || onPaymentBegun(payment._id)}
        onDone={() => onPaymentBegun(null)}
        doneLabel={m.common.close}
      />
    );
  }
  return (
    <>
      {payment ? (
        <Notice
          tone={isHeld(payment) ? "warning" : "info"}
          role="status"
          title={overWords(payment)}
        />
      ) : null}
      {isOwed(order) && !(payment && isHeld(payment)) ? (
        <WaysToPay order={order} readers={readers} onPaymentBegun={onPaymentBegun} />
      ) : null}
    </>
  );
}

interface WaysToPayProps extends Pick<OwedProps, "order" | "onPaymentBegun"> {
  readers: readonly Reader[];
}

function WaysToPay({ order, readers, onPaymentBegun }: WaysToPayProps) {
  const { mutateAsync: note, isPending: isNoting } = useTakePayment(order._id);
  const { mutateAsync: takeCard, isPending: isAsking } = useTakeCardOf(order.truckId);
  const isPending = isNoting || isAsking;
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#pay") fieldset.current?.scrollIntoView({ block: "center" });
  }, [hash]);
  const total = formatDollars(order.total);

  async function take(payment: Promise<unknown>, done: () => void): Promise<void> {
    try {
      await payment;
      done();
    } catch (error) {
      const isKnown = orderOfConflict(error) !== null;
      const message = isKnown
        ? errorMessage(error)
        : m.order.payment.failed({ errorMessage: errorMessage(error) });
      showToast({ type: isKnown ? "info" : "error", message });
    }
  }

  async function charge(readerId: string): Promise<void> {
    const { _id } = await takeCard({ orderId: order._id, readerId });
    rememberReader(readerId);
    onPaymentBegun(_id);
  }

  const sayTaken = () => showToast({ type: "success", message: m.order.payment.taken({ total }) });
  return (
    <Row as="fieldset" gap={2} ref={fieldset} className={styles.counterPayment}>
      <Text as="legend" soft size="s">
        {m.reader.takePayment}
      </Text>
      {readers.map(({ _id, label }) => (
        <Button
          key={_id}
          variant={_id === preferredReader(readers)?._id ? "primary" : "secondary"}
          busy={isPending}
          onClick={() => void take(charge(_id), () => undefined)}
        >
          {m.reader.charge({ amount: total, reader: label })}
        </Button>
      ))}
      {methods().map(({ method, label }) => (
        <Button key={method} busy={isPending} onClick={() => void take(note(method), sayTaken)}>
          {label}
        </Button>
      ))}
    </Row>
  );
}

/** Why it was made, in the reader's language; what was typed stands as it is. */
function refundReason({ reasonCode, reason, cause }: OrderRefund): string {
  if (cause === "cancellation") return m.order.refunds.orderCancelled;
  return reasonCode && reasonCode !== "other" ? m.order.refund.reasons[reasonCode] : reason;
}

/** Where the money of a refund is. */
function refundBadge({ status, method }: OrderRefund): BadgeVariant {
  if (status === "failed") return { label: m.order.refunds.failed, tone: "danger" };
  if (status === "due") return { label: m.order.refunds.owed, tone: "warning" };
  if (status === "pending") return { label: m.order.onItsWay, tone: "info" };
  return method === "window"
    ? { label: m.order.refunds.atCounter, tone: "good" }
    : { label: m.order.sent, tone: "good" };
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
function refundedItems({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? m.common.item}`)
    .join(", ");
}
