import type { HeldPayment } from "@/domain/api/admin-types";
import { formatInstant } from "@/domain/time/dates";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import cards from "@/ui/content/cards.module.css";
import { Button } from "@/ui/controls/button";
import { Row, Text } from "@/ui/layout";
import type { Decision } from "./api";

interface HeldPaymentCardProps {
  payment: HeldPayment;
  onDecide: (decision: Decision) => void;
}

/** One payment: what arrived, what it should have been, and what was decided. */
export function HeldPaymentCard({ payment, onDecide }: HeldPaymentCardProps) {
  const { reason, expected, decidedBy, note } = payment;
  const at = new Date(payment.createdAt);
  const canRefund = payment.refundable > 0;
  const canReview = payment.decision === null || (canRefund && payment.decision === "refund");
  return (
    <article
      className={cards.card}
      aria-label={m.heldPayments.card.title({ amount: formatDollars(payment.amount) })}
    >
      <Row as="header" gap={3} rowGap={1} align="center">
        <h2>{formatDollars(payment.amount)}</h2>
        <State payment={payment} />
      </Row>
      <p>
        {expected === null
          ? m.heldPayments.card.reason({ reason })
          : m.heldPayments.card.reasonAndAmount({
              reason,
              expectedAmount: formatDollars(expected),
            })}
      </p>
      <Text soft size="s">
        {[payment.truckName, payment.customerName].filter(Boolean).join(", ") ||
          m.heldPayments.card.unknownCheckout}
        {payment.customerPhone ? `, ${displayPhone(payment.customerPhone)}` : ""}
      </Text>
      <Text soft size="s">
        <time dateTime={payment.createdAt}>{formatInstant(at, payment.timezone ?? "UTC")}</time>{" "}
        {payment.paymentIntentId}
      </Text>
      {payment.disputed ? <Text tone="danger">{m.heldPayments.card.disputed}</Text> : null}
      <Refunds payment={payment} />
      {decidedBy ? (
        <Text soft size="s">
          {note
            ? m.heldPayments.card.decidedWithNote({ name: decidedBy, note })
            : m.heldPayments.card.decidedBy({ name: decidedBy })}
        </Text>
      ) : null}
      {canRefund || canReview ? (
        <Row gap={3} rowGap={1} align="center">
          {canRefund ? (
            <Button onClick={() => onDecide("refund")}>
              {m.heldPayments.refund.action({ amount: formatDollars(payment.refundable) })}
            </Button>
          ) : null}
          {canReview ? (
            <Button variant="quiet" onClick={() => onDecide("looked_at")}>
              {m.heldPayments.review.action}
            </Button>
          ) : null}
        </Row>
      ) : null}
    </article>
  );
}

function State({ payment: { decision, refunds } }: { payment: HeldPayment }) {
  const last = refunds.at(-1)?.status;
  if (decision === "looked_at") return <Badge>{m.heldPayments.states.reviewed}</Badge>;
  if (decision === null) return <Badge tone="warning">{m.heldPayments.states.open}</Badge>;
  if (last === "failed") return <Badge tone="danger">{m.heldPayments.states.refundFailed}</Badge>;
  return last === "pending" ? (
    <Badge tone="info">{m.heldPayments.states.refunding}</Badge>
  ) : (
    <Badge tone="good">{m.heldPayments.states.refunded}</Badge>
  );
}

function Refunds({ payment }: { payment: HeldPayment }) {
  const failed = payment.refunds.filter(({ failure }) => failure);
  return failed.map(({ _id, amount, failure }) => (
    <Text key={_id} tone="danger">
      {m.heldPayments.card.refundFailed({ amount: formatDollars(amount) })} {failure}
    </Text>
  ));
}
