import type { HeldPayment } from "@/domain/api/admin-types";
import { formatInstant } from "@/domain/time/dates";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import cards from "@/ui/content/cards.module.css";
import { Button } from "@/ui/controls/button";
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
      aria-label={m.staff.money.paymentOf({ amount: formatDollars(payment.amount) })}
    >
      <header className={cards.row}>
        <h2>{formatDollars(payment.amount)}</h2>
        <State payment={payment} />
      </header>
      <p>
        {expected === null
          ? m.staff.money.heldBecauseOf({ reason })
          : m.staff.money.heldOtherThan({ reason, expected: formatDollars(expected) })}
      </p>
      <p className={cards.soft}>
        {[payment.truckName, payment.customerName].filter(Boolean).join(", ") ||
          m.staff.money.unknownCheckout}
        {payment.customerPhone ? `, ${displayPhone(payment.customerPhone)}` : ""}
      </p>
      <p className={cards.soft}>
        <time dateTime={payment.createdAt}>{formatInstant(at, payment.timezone ?? "UTC")}</time>{" "}
        {payment.paymentIntentId}
      </p>
      {payment.disputed ? <p className={cards.problem}>{m.staff.money.heldIsDisputed}</p> : null}
      <Refunds payment={payment} />
      {decidedBy ? (
        <p className={cards.soft}>
          {note
            ? m.staff.money.decidedWithNote({ decidedBy, note })
            : m.staff.money.decidedBy({ decidedBy })}
        </p>
      ) : null}
      {canRefund || canReview ? (
        <div className={cards.row}>
          {canRefund ? (
            <Button onClick={() => onDecide("refund")}>
              {m.staff.money.refund3({ refundable: formatDollars(payment.refundable) })}
            </Button>
          ) : null}
          {canReview ? (
            <Button variant="quiet" onClick={() => onDecide("looked_at")}>
              {m.staff.money.markAsReviewed2}
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}

function State({ payment: { decision, refunds } }: { payment: HeldPayment }) {
  const last = refunds.at(-1)?.status;
  if (decision === "looked_at") return <Badge>{m.staff.money.reviewed}</Badge>;
  if (decision === null) return <Badge tone="warning">{m.staff.money.waitsForYou}</Badge>;
  if (last === "failed") return <Badge tone="danger">{m.staff.money.refundFailed}</Badge>;
  return last === "pending" ? (
    <Badge tone="info">{m.staff.money.goingBack}</Badge>
  ) : (
    <Badge tone="good">{m.staff.money.givenBack}</Badge>
  );
}

function Refunds({ payment }: { payment: HeldPayment }) {
  const failed = payment.refunds.filter(({ failure }) => failure);
  return failed.map(({ _id, amount, failure }) => (
    <p key={_id} className={cards.problem}>
      {m.staff.money.didNotGoBack({ amount: formatDollars(amount) })} {failure}
    </p>
  ));
}
