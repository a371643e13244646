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
import { Card, Row, Stack, Text } from "@/ui/layout";
import styles from "./orders-board.module.css";

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
    <Card
      as="article"
      gap={3}
      padding={4}
      raised
      className={styles.card}
      aria-label={name}
      data-status={order.status}
      data-new={isNew}
    >
      <Row as="header" gap={3} align="center">
        <Text as="h2" size="2xl" face="display" leading={1} tabular>
          <Row
            as={Link}
            inline
            align="center"
            oneLine
            target
            to={`/admin/orders/${order._id}`}
            className={styles.numberLink}
          >
            #{order.orderNumber}
          </Row>
        </Text>
        {isNew ? (
          <Text as="strong" padding={3} paddingBlock={1} size="s" className={styles.new}>
            {m.orders.card.new}
          </Text>
        ) : null}
        <Badge tone={badge.tone}>{badge.label}</Badge>
        <Text as="time" pushed soft size="s" nowrap dateTime={order.createdAt}>
          {formatAge(new Date(order.createdAt), now)}
        </Text>
      </Row>
      {isOverdue(order, now) ? (
        <Text
          padding={3}
          paddingBlock={2}
          surface="danger"
          radius="control"
          tone="danger"
          weight={700}
        >
          {m.orders.checks.confirmNow}
        </Text>
      ) : null}
      <OrderPeople order={order} now={now} />
      <OrderFlags order={order} />
      <Stack gap={3} size="l">
        <OrderLines order={order} />
      </Stack>
      <StatusButtons order={order} className={styles.actions} moving={moving} onMove={onMove} />
    </Card>
  );
}

function OrderPeople({ order, now }: { order: StaffOrder; now: Date }) {
  const payment = paymentBadges()[order.paymentStatus];
  const pickup = order.estimatedPickupTime ?? order.pickupTime;
  return (
    <Stack gap={1} soft size="s" className={styles.people}>
      <p className={styles.customer}>{order.customerName}</p>
      {order.customerPhone ? (
        <Row
          as="a"
          inline
          align="center"
          oneLine
          target
          className={styles.phone}
          href={`tel:${order.customerPhone}`}
        >
          {displayPhone(order.customerPhone)}
        </Row>
      ) : null}
      {pickup ? (
        <p className={styles.pickup}>
          {m.common.pickupAt({
            pickup: pickupLabel(pickup, orderZone(order), now),
          })}
        </p>
      ) : null}
      {order.place ? <p>{order.place.name}</p> : null}
      <Row as="p" gap={2} align="center">
        <Text as="strong" tone="plain" size="l" face="display" tabular>
          {formatDollars(order.total)}
        </Text>
        <Badge tone={payment.tone}>{payment.label}</Badge>
        {order.source === "counter" ? <Badge>{m.common.atTheCounter}</Badge> : null}
      </Row>
    </Stack>
  );
}

function OrderFlags({ order }: { order: StaffOrder }) {
  const warnings = warningsOf(order);
  if (warnings.length === 0) return null;
  return (
    <Text
      as="ul"
      surface="warning"
      radius="control"
      tone="warning"
      size="s"
      className={styles.flags}
      aria-label={m.common.pleaseCheck}
    >
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </Text>
  );
}
