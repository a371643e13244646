import type { StaffOrder, StaffOrderItem } from "@/api/admin-types";
import { FLAG_WORDS } from "@/components/orders/order-words";
import { parseInstant } from "@/lib/time";
import { clockWords } from "./estimate";
import styles from "./order-print.module.css";

/** What the kitchen needs at arm's length: the number, the time, what to cook. No prices. */
export function PrintedTicket({ order, zone }: { order: StaffOrder; zone: string }) {
  const now = new Date();
  return (
    <>
      {order.status === "cancelled" ? <p className={styles.stamp}>Cancelled</p> : null}
      <p className={styles.number}>#{order.orderNumber}</p>
      <p className={styles.pickup}>{pickupOf(order, zone, now)}</p>
      <p className={styles.who}>
        {order.customerName} · {order.source === "counter" ? "at the window" : "online"}
      </p>
      {order.paymentStatus === "unpaid" ? <p className={styles.stamp}>Not paid yet</p> : null}
      <ul className={styles.dishes}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Dish key={place} item={item} />
        ))}
      </ul>
      {order.specialInstructions ? (
        <p className={styles.boxed}>{order.specialInstructions}</p>
      ) : null}
      {order.flags.map((flag) => (
        <p key={flag} className={styles.small}>
          {FLAG_WORDS[flag] ?? flag}
        </p>
      ))}
      <p className={styles.small}>
        Ordered {clockWords(new Date(order.createdAt), zone, now)}, printed{" "}
        {clockWords(now, zone, now)}
      </p>
    </>
  );
}

function pickupOf(order: StaffOrder, zone: string, now: Date): string {
  const text = order.estimatedPickupTime ?? order.pickupTime;
  const instant = parseInstant(text);
  if (instant) return `Pickup ${clockWords(instant, zone, now)}`;
  return text ? `Pickup ${text}` : "As soon as possible";
}

function Dish({ item }: { item: StaffOrderItem }) {
  return (
    <li className={styles.dish}>
      <span className={styles.count}>{item.quantity}×</span>
      <div className={styles.words}>
        <p className={styles.dishName}>{item.name}</p>
        {item.customizations.map(({ group, name }) => (
          <p key={`${group}/${name}`}>
            {group}: <strong>{name}</strong>
          </p>
        ))}
        {item.specialInstructions ? (
          <p className={styles.boxed}>{item.specialInstructions}</p>
        ) : null}
      </div>
    </li>
  );
}
