import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-labels";
import { Badge } from "@/ui/content/badge";
import { AlertIcon } from "@/ui/icons/status-icons";
import styles from "./ticket.module.css";
import { TicketButtons } from "./ticket-buttons";
import { TicketLines } from "./ticket-lines";
import type { TicketProps } from "./ticket-props";

/**
 * One order as the cook reads it. It gets texts instead of the time, so that a kitchen full of
 * tickets draws only those again that look different.
 */
export const Ticket = memo(function Ticket(props: TicketProps) {
  const { order, shown, ageLevel, fill } = props;
  const isCancelled = order.status === "cancelled";
  return (
    <article
      className={styles.ticket}
      aria-label={m.kitchen.ticket.title({
        orderNumber: order.orderNumber,
        age: props.ageText,
      })}
      data-status={isCancelled ? "cancelled" : shown}
      data-age={ageLevel}
      style={{ "--fill": fill } as CSSProperties}
    >
      <TicketHead {...props} />
      {isCancelled ? (
        <p role="alert" className={styles.stop}>
          {m.kitchen.ticket.cancelled}
        </p>
      ) : null}
      <TicketLines order={order} />
      <TicketButtons {...props} />
    </article>
  );
});

function TicketHead({ order, shown, digit, ageText, sinceOrdered, pickup }: TicketProps) {
  const badge = order.status === "cancelled" ? statusBadges().cancelled : statusBadges()[shown];
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h2 className={styles.number}>
          <Link to={`/admin/orders/${order._id}`} className={styles.numberLink}>
            #{order.orderNumber}
          </Link>
        </h2>
        {digit === null ? null : (
          <span className={styles.digit} aria-hidden="true">
            {digit}
          </span>
        )}
        <p className={styles.age}>{ageText}</p>
      </div>
      <p className={styles.who}>
        <span className={styles.name}>{order.customerName}</span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <p className={styles.times}>
        {pickup ? (
          <span>{m.common.pickupAt({ pickup })}</span>
        ) : (
          <span>{m.kitchen.ticket.waits}</span>
        )}
        <span>{m.kitchen.ticket.orderedAgo({ sinceOrdered })}</span>
      </p>
      <TicketWarnings order={order} />
    </header>
  );
}

/** What has to be settled before the food goes over the counter. */
function TicketWarnings({ order }: { order: StaffOrder }) {
  const payment =
    order.paymentStatus === "paid" ? null : paymentBadges()[order.paymentStatus].label;
  const isUnpaid = order.paymentStatus === "unpaid";
  const warnings = warningsOf(order);
  if (!payment && warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={m.common.pleaseCheck}>
      {payment ? (
        <li>
          <AlertIcon />
          {isUnpaid
            ? m.kitchen.ticket.collect({ payment, total: formatDollars(order.total) })
            : payment}
        </li>
      ) : null}
      {warnings.map((warning) => (
        <li key={warning}>
          <AlertIcon />
          {warning}
        </li>
      ))}
    </ul>
  );
}
