import type { OrderRefund, StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { formatDate, formatTimeOfDay } from "@/domain/values/time";
import { disputeBadge, refundBadge, refundedItems } from "@/staff/orders/refund/refund-labels";
import { Badge } from "@/ui/content/badge";
import { Notice } from "@/ui/feedback/notice";
import styles from "./order-detail.module.css";

/** What was paid, what went back, and what the bank has to say. */
export function OrderMoney({ order, zone }: { order: StaffOrder; zone: string }) {
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>{order.paymentStatus === "unpaid" ? "To pay" : "Paid"}</dt>
          <dd>{formatDollars(order.total)}</dd>
        </div>
        {order.refunds.length > 0 ? (
          <div>
            <dt>Can still be given back</dt>
            <dd>{formatDollars(order.refundable)}</dd>
          </div>
        ) : null}
      </dl>
      {order.windowPayment ? <AtTheWindow payment={order.windowPayment} zone={zone} /> : null}
      <Disputes order={order} />
      {order.refunds.length > 0 ? (
        <ul className={styles.refunds} aria-label="Refunds">
          {order.refunds.map((refund) => (
            <Refund key={refund._id} refund={refund} order={order} zone={zone} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

type WindowPayment = NonNullable<StaffOrder["windowPayment"]>;

function AtTheWindow({ payment, zone }: { payment: WindowPayment; zone: string }) {
  const at = new Date(payment.at);
  return (
    <p className={styles.soft}>
      {payment.method === "cash" ? "In cash" : "By card"} at the counter, taken by {payment.by},{" "}
      <time dateTime={payment.at}>
        {formatDate(at, zone)}, {formatTimeOfDay(at, zone)}
      </time>
    </p>
  );
}

function Refund({
  refund,
  order,
  zone,
}: { refund: OrderRefund } & Parameters<typeof OrderMoney>[0]) {
  const badge = refundBadge(refund);
  const at = new Date(refund.createdAt);
  const pieces = refundedItems(refund, order);
  return (
    <li className={styles.refund}>
      <p className={styles.headingRow}>
        <strong>{formatDollars(refund.amount)}</strong>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      {pieces ? <p>{pieces}</p> : null}
      <p>{refund.reason}</p>
      {refund.failure ? <p className={styles.problem}>{refund.failure}</p> : null}
      <p className={styles.soft}>
        {refund.by ? `${refund.by}, ` : ""}
        <time dateTime={refund.createdAt}>
          {formatDate(at, zone)}, {formatTimeOfDay(at, zone)}
        </time>
      </p>
    </li>
  );
}

function Disputes({ order }: { order: StaffOrder }) {
  return order.disputes.map((dispute) => {
    const { label, tone } = disputeBadge(dispute);
    return (
      <Notice
        key={dispute._id}
        tone={tone === "good" ? "good" : "danger"}
        title={`The customer's bank disputes ${formatDollars(dispute.amount)}: ${label}`}
      >
        {dispute.reason ? `Reason: ${dispute.reason}. ` : ""}
        {dispute.status === "needs_response"
          ? "Answer it in the payment provider's dashboard."
          : ""}
      </Notice>
    );
  });
}
