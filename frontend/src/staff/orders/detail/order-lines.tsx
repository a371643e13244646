import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { piecesToMake, refundedLabel } from "@/staff/shared/order-labels";
import styles from "./order-lines.module.css";

/** What to cook, then what it costs. */
export function OrderLines({ order }: { order: StaffOrder }) {
  return (
    <>
      <ul className={styles.lines} aria-label={m.common.items}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={place} item={item} status={order.status} />
        ))}
      </ul>
      {order.specialInstructions ? (
        <p className={styles.note}>{order.specialInstructions}</p>
      ) : null}
      <dl className={styles.sums}>
        <div>
          <dt>{m.common.subtotal}</dt>
          <dd>{formatDollars(order.subtotal)}</dd>
        </div>
        {order.discount ? (
          <div>
            <dt>{m.offer.discount({ code: order.offerCode })}</dt>
            <dd>{formatDollars(-order.discount)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{m.common.tax}</dt>
          <dd>{formatDollars(order.tax)}</dd>
        </div>
        {order.tip ? (
          <div>
            <dt>{m.common.tip}</dt>
            <dd>{formatDollars(order.tip)}</dd>
          </div>
        ) : null}
      </dl>
    </>
  );
}

function Line({ item, status }: { item: StaffOrderItem; status: OrderStatus }) {
  const refunded = refundedLabel(item, status);
  const Words = piecesToMake(item) === 0 ? "s" : "span";
  return (
    <li className={styles.line}>
      <Words className={styles.quantity}>{item.quantity}×</Words>
      <div className={styles.what}>
        <Words className={styles.name}>{item.name}</Words>
        {refunded ? <strong className={styles.refunded}>{refunded}</strong> : null}
        {item.customizations.map(({ group, name }) => (
          <span key={`${group}/${name}`} className={styles.choice}>
            {group}: {name}
          </span>
        ))}
        {item.specialInstructions ? (
          <span className={styles.note}>{item.specialInstructions}</span>
        ) : null}
      </div>
      <span className={styles.price}>{formatDollars(item.totalPrice)}</span>
    </li>
  );
}
