import { Link } from "react-router";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { pickupLabel } from "@/domain/orders/estimate";
import { orderZone } from "@/domain/orders/order-zone";
import { formatAge } from "@/domain/time/dates";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { OrderLines } from "@/staff/orders/detail/order-lines";
import { StatusButtons } from "@/staff/orders/steps/status-buttons";
import { isOverdue, paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-labels";
import { Badge } from "@/ui/content/badge";
import styles from "./order-card.module.css";

interface OrderCardProps {
  order: StaffOrder;
  now: Date;
  /** Not looked at yet. */
  isNew: boolean;
  /** The status that is being set right now. */
  moving: OrderStatus | null;
  onMove: (status: OrderStatus) => void;
}

/** One order as a ticket: who, what, how much, and the buttons that move it on. */
export function OrderCard({ order, now, isNew, moving, onMove }: OrderCardProps) {
  const badge = statusBadges()[order.status];
  const name = m.common.orderNumber({ orderNumber: order.orderNumber });
  return (
    <article className={styles.card} aria-label={name} data-status={order.status} data-new={isNew}>
      <header className={styles.header}>
        <h2 className={styles.number}>
          <Link to={`/admin/orders/${order._id}`} className={styles.numberLink}>
            #{order.orderNumber}
          </Link>
        </h2>
        {isNew ? <strong className={styles.new}>{m.orders.card.new}</strong> : null}
        <Badge tone={badge.tone}>{badge.label}</Badge>
        <time className={styles.age} dateTime={order.createdAt}>
          {formatAge(new Date(order.createdAt), now)}
        </time>
      </header>
      {isOverdue(order, now) ? (
        <p className={styles.overdue}>{m.orders.checks.confirmNow}</p>
      ) : null}
      <OrderPeople order={order} now={now} />
      <OrderFlags order={order} />
      <div className={styles.food}>
        <OrderLines order={order} />
      </div>
      <StatusButtons order={order} className={styles.actions} moving={moving} onMove={onMove} />
    </article>
  );
}

function OrderPeople({ order, now }: { order: StaffOrder; now: Date }) {
  const payment = paymentBadges()[order.paymentStatus];
  const pickup = order.estimatedPickupTime ?? order.pickupTime;
  return (
    <div className={styles.people}>
      <p className={styles.customer}>{order.customerName}</p>
      {order.customerPhone ? (
        <a className={styles.phone} href={`tel:${order.customerPhone}`}>
          {displayPhone(order.customerPhone)}
        </a>
      ) : null}
      {pickup ? (
        <p className={styles.pickup}>
          {m.common.pickupAt({
            pickup: pickupLabel(pickup, orderZone(order), now),
          })}
        </p>
      ) : null}
      {order.place ? <p>{order.place.name}</p> : null}
      <p className={styles.money}>
        <strong>{formatDollars(order.total)}</strong>
        <Badge tone={payment.tone}>{payment.label}</Badge>
        {order.source === "counter" ? <Badge>{m.common.atTheCounter}</Badge> : null}
      </p>
    </div>
  );
}

function OrderFlags({ order }: { order: StaffOrder }) {
  const warnings = warningsOf(order);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.flags} aria-label={m.common.pleaseCheck}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
