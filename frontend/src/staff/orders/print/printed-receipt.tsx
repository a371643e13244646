import type { StaffOrder, StaffOrderItem, StaffTruck } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { placeOf } from "@/domain/trucks/truck-place";
import { dollarsToCents, formatCents, formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { piecesToMake, refundedLabel } from "@/staff/shared/order-labels";
import styles from "./order-print.module.css";

interface PrintedReceiptProps {
  order: StaffOrder;
  truck: StaffTruck | null;
  zone: string;
}

/** What the customer takes home: who sold what, the tax, how it was paid and what went back. */
export function PrintedReceipt({ order, truck, zone }: PrintedReceiptProps) {
  const placed = new Date(order.createdAt);
  return (
    <>
      <header className={styles.seller}>
        <p className={styles.sellerName}>{order.truck.name}</p>
        {order.place ? (
          <p>{[order.place.name, order.place.address].filter(Boolean).join(", ")}</p>
        ) : null}
        {truck ? (
          <>
            {order.place ? null : <p>{placeOf(truck)}</p>}
            <p>{displayPhone(truck.phone)}</p>
          </>
        ) : null}
      </header>
      <p className={styles.receiptNumber}>
        {m.common.orderNumber({ orderNumber: order.orderNumber })}
      </p>
      <p className={styles.small}>
        {formatDate(placed, zone)}, {formatTimeOfDay(placed, zone)} · {order.customerName}
      </p>
      {order.status === "cancelled" ? (
        <p className={styles.stamp}>{m.common.orderCancelled}</p>
      ) : null}
      <ul className={styles.menuItems}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={place} item={item} />
        ))}
      </ul>
      <Sums order={order} />
      <Refunds order={order} zone={zone} />
      <p className={styles.small}>{m.print.receipt.seeOrder}</p>
      <p className={styles.address}>{`${window.location.host}${order.trackingPath}`}</p>
      <p className={styles.thanks}>{m.print.receipt.thanks}</p>
    </>
  );
}

function Line({ item }: { item: StaffOrderItem }) {
  const refunded = refundedLabel(item, "completed");
  const Words = piecesToMake(item) === 0 ? "s" : "span";
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p>
          <Words>
            {item.quantity} × {item.name}
          </Words>
        </p>
        {refunded ? <p className={styles.refunded}>{refunded}</p> : null}
        {item.customizations.map(({ group, name, additionalPrice }) => (
          <p key={`${group}/${name}`} className={styles.small}>
            {name}
            {additionalPrice > 0 ? ` +${formatDollars(additionalPrice)}` : ""}
          </p>
        ))}
      </div>
      <span className={styles.amount}>{formatDollars(item.totalPrice)}</span>
    </li>
  );
}

function Sums({ order }: { order: StaffOrder }) {
  return (
    <dl className={styles.sums}>
      <Sum label={m.common.subtotal} amount={order.subtotal} />
      {order.discount ? (
        <Sum label={m.offer.discount({ code: order.offerCode })} amount={-order.discount} />
      ) : null}
      <Sum label={m.print.receipt.tax({ taxRate: order.taxRate })} amount={order.tax} />
      {order.tip ? <Sum label={m.common.tip} amount={order.tip} /> : null}
      <div className={styles.total}>
        <dt>{m.common.total}</dt>
        <dd className={styles.amount}>{formatDollars(order.total)}</dd>
      </div>
      <div>
        <dt>{order.paymentStatus === "unpaid" ? m.common.toPay : m.common.paid}</dt>
        <dd>{paidHow(order)}</dd>
      </div>
    </dl>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.amount}>{formatDollars(amount)}</dd>
    </div>
  );
}

function paidHow({ paymentStatus, source, windowPayment }: StaffOrder): string {
  if (paymentStatus === "unpaid") return m.common.atTheCounter;
  if (windowPayment) return windowPayment.method === "cash" ? m.common.cash : m.common.card;
  return source === "online" ? m.print.receipt.cardOnline : m.common.atTheCounter;
}

/** What failed to go back has not gone back. */
function Refunds({ order, zone }: { order: StaffOrder; zone: string }) {
  const refunds = order.refunds.filter(({ status }) => status !== "failed");
  if (refunds.length === 0) return null;
  const gone = refunds.reduce((sum, { amount }) => sum + dollarsToCents(amount), 0);
  return (
    <dl className={styles.sums}>
      {refunds.map((refund) => (
        <div key={refund._id}>
          <dt>
            {refundName(refund)}, {formatDate(new Date(refund.createdAt), zone)}
          </dt>
          <dd className={styles.amount}>{formatCents(-dollarsToCents(refund.amount))}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{m.print.receipt.afterRefund}</dt>
        <dd className={styles.amount}>{formatCents(dollarsToCents(order.total) - gone)}</dd>
      </div>
    </dl>
  );
}

function refundName({ status }: StaffOrder["refunds"][number]): string {
  if (status === "due") return m.print.receipt.refundOwed;
  return status === "pending" ? m.common.refundOnItsWay : m.print.receipt.refund;
}
