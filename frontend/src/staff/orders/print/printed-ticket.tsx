import type { CSSProperties } from "react";
import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/admin-types";
import { clockLabel } from "@/domain/orders/estimate";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { piecesToMake, refundedLabel, warningsOf } from "@/staff/shared/order-labels";
import styles from "./order-print.module.css";

/** What the kitchen needs at arm's length: the number, the time, what to cook. No prices. */
export function PrintedTicket({ order, zone }: { order: StaffOrder; zone: string }) {
  const now = presentTime();
  return (
    <>
      {order.status === "cancelled" ? (
        <p className={styles.stamp}>{m.common.orderCancelled}</p>
      ) : null}
      <p
        className={styles.number}
        style={{ "--characters": order.orderNumber.length + 1 } as CSSProperties}
      >
        #{order.orderNumber}
      </p>
      <p className={styles.pickup}>{pickupOf(order, zone, now)}</p>
      <p className={styles.who}>
        {order.customerName} ·{" "}
        {order.source === "counter" ? m.print.ticket.atCounter : m.print.ticket.online}
      </p>
      {order.place ? <p className={styles.small}>{order.place.name}</p> : null}
      {order.paymentStatus === "unpaid" ? (
        <p className={styles.stamp}>{m.common.notPaidYet}</p>
      ) : null}
      <ul className={styles.menuItems}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <MenuItemRow key={place} item={item} status={order.status} />
        ))}
      </ul>
      {order.specialInstructions ? (
        <p className={styles.boxed}>{order.specialInstructions}</p>
      ) : null}
      {warningsOf(order).map((warning) => (
        <p key={warning} className={styles.small}>
          {warning}
        </p>
      ))}
      <p className={styles.small}>
        {m.print.ticket.times({
          orderedAt: clockLabel(new Date(order.createdAt), zone, now),
          printedAt: clockLabel(now, zone, now),
        })}
      </p>
    </>
  );
}

function pickupOf(order: StaffOrder, zone: string, now: Date): string {
  const text = order.estimatedPickupTime ?? order.pickupTime;
  const instant = parseInstant(text);
  if (instant) return m.print.receipt.pickup({ time: clockLabel(instant, zone, now) });
  return text ? m.print.ticket.pickup({ time: text }) : m.common.asSoonAsPossible;
}

function MenuItemRow({ item, status }: { item: StaffOrderItem; status: OrderStatus }) {
  const refunded = refundedLabel(item, status);
  const isGone = piecesToMake(item) === 0;
  const Words = isGone ? "s" : "span";
  return (
    <li className={styles.menuItem}>
      <Words className={styles.count}>{isGone ? item.quantity : piecesToMake(item)}×</Words>
      <div className={styles.words}>
        <p className={styles.itemName}>
          <Words>{item.name}</Words>
        </p>
        {refunded ? <p className={styles.refunded}>{refunded}</p> : null}
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
