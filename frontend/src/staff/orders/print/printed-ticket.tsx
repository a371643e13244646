import type { CSSProperties } from "react";
import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/admin-types";
import { clockLabel } from "@/domain/orders/estimate";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { piecesToMake, refundedLabel, warningsOf } from "@/staff/shared/order-labels";
import { Box, Text } from "@/ui/layout";
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
      <Text size="xl" weight={750} face="display" leading={1.15} textAlign="center">
        {pickupOf(order, zone, now)}
      </Text>
      <Text weight={650} textAlign="center">
        {order.customerName} ·{" "}
        {order.source === "counter" ? m.print.ticket.atCounter : m.print.ticket.online}
      </Text>
      {order.place ? <Text size="xs">{order.place.name}</Text> : null}
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
        <Text key={warning} size="xs">
          {warning}
        </Text>
      ))}
      <Text size="xs">
        {m.print.ticket.times({
          orderedAt: clockLabel(new Date(order.createdAt), zone, now),
          printedAt: clockLabel(now, zone, now),
        })}
      </Text>
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
      <Box shrinks>
        <Text size="l" weight={800} leading={1.15}>
          <Words>{item.name}</Words>
        </Text>
        {refunded ? <Text weight={800}>{refunded}</Text> : null}
        {item.customizations.map(({ group, name }) => (
          <p key={`${group}/${name}`}>
            {group}: <strong>{name}</strong>
          </p>
        ))}
        {item.specialInstructions ? (
          <p className={styles.boxed}>{item.specialInstructions}</p>
        ) : null}
      </Box>
    </li>
  );
}
