import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { FLAG_WORDS, PAYMENT_LOOK, STATUS_LOOK } from "@/components/orders/order-words";
import { Badge } from "@/components/ui/badge";
import { AlertIcon } from "@/components/ui/icons";
import { formatDollars } from "@/lib/money";
import type { AgeLevel } from "./ageing";
import type { Tap } from "./step-words";
import styles from "./ticket.module.css";
import { TicketButtons } from "./ticket-buttons";
import { TicketLines } from "./ticket-lines";

export interface TicketProps {
  order: StaffOrder;
  /** The status as it was tapped, which the server may not know yet. */
  shown: OrderStatus;
  next: OrderStatus | null;
  tap: Tap;
  /** The key that finds the ticket: 1 to 9. */
  digit: number | null;
  ageText: string;
  ageLevel: AgeLevel;
  fill: number;
  sinceOrdered: string;
  /** When it is promised, on the truck's clock. */
  pickup: string | null;
  onAdvance: (order: StaffOrder, from: OrderStatus, to: OrderStatus) => void;
  onUndo: (orderId: string) => void;
  onSeen: (order: StaffOrder) => void;
}

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
      aria-label={`Order #${order.orderNumber}, ${props.ageText}`}
      data-status={isCancelled ? "cancelled" : shown}
      data-age={ageLevel}
      style={{ "--fill": fill } as CSSProperties}
    >
      <TicketHead {...props} />
      {isCancelled ? (
        <p role="alert" className={styles.stop}>
          Cancelled. Stop cooking.
        </p>
      ) : null}
      <TicketLines order={order} />
      <TicketButtons {...props} />
    </article>
  );
});

function TicketHead({ order, shown, digit, ageText, sinceOrdered, pickup }: TicketProps) {
  const look = order.status === "cancelled" ? STATUS_LOOK.cancelled : STATUS_LOOK[shown];
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h2 className={styles.number}>
          <Link to={`/admin/orders/${order._id}`} className={styles.numberLink}>
            #{order.orderNumber}
          </Link>
        </h2>
        <p className={styles.age}>{ageText}</p>
        {digit === null ? null : (
          <span className={styles.digit} aria-hidden="true">
            {digit}
          </span>
        )}
      </div>
      <p className={styles.who}>
        <span className={styles.name}>{order.customerName}</span>
        <Badge tone={look.tone}>{look.label}</Badge>
      </p>
      <p className={styles.times}>
        {pickup ? <span>Pickup {pickup}</span> : <span>Waits at the window</span>}
        <span>ordered {sinceOrdered} ago</span>
      </p>
      <TicketWarnings order={order} />
    </header>
  );
}

/** What has to be settled before the food goes over the counter. */
function TicketWarnings({ order }: { order: StaffOrder }) {
  const payment = order.paymentStatus === "paid" ? null : PAYMENT_LOOK[order.paymentStatus].label;
  const isUnpaid = order.paymentStatus === "unpaid";
  if (!payment && order.flags.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="Please check">
      {payment ? (
        <li>
          <AlertIcon />
          {isUnpaid ? `${payment}: collect ${formatDollars(order.total)}` : payment}
        </li>
      ) : null}
      {order.flags.map((flag) => (
        <li key={flag}>
          <AlertIcon />
          {FLAG_WORDS[flag] ?? flag}
        </li>
      ))}
    </ul>
  );
}
