import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-labels";
import { Badge } from "@/ui/content/badge";
import { AlertIcon } from "@/ui/icons/status-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { TicketButtons } from "./ticket-buttons";
import { TicketLines } from "./ticket-lines";
import type { TicketProps } from "./ticket-props";
import styles from "./tickets.module.css";

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
        <Text
          padding={3}
          radius="control"
          size="xl"
          weight={800}
          textAlign="center"
          role="alert"
          className={styles.stop}
        >
          {m.kitchen.ticket.cancelled}
        </Text>
      ) : null}
      <TicketLines order={order} />
      <TicketButtons {...props} />
    </article>
  );
});

function TicketHead({ order, shown, digit, ageText, sinceOrdered, pickup }: TicketProps) {
  const badge = order.status === "cancelled" ? statusBadges().cancelled : statusBadges()[shown];
  return (
    <Stack as="header" gap={1} className={styles.head}>
      <Row gap={3} rowGap={1} align="center">
        <Text as="h2" size="4xl" leading={1} tabular>
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
        {digit === null ? null : (
          <span className={styles.digit} aria-hidden="true">
            {digit}
          </span>
        )}
        <p className={styles.age}>{ageText}</p>
      </Row>
      <Row as="p" gap={3} rowGap={1} align="center" justify="between">
        <Text as="span" size="xl" weight={700} leading={1.2} breaks>
          {order.customerName}
        </Text>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </Row>
      <Row as="p" gap={3} rowGap={0} justify="between" soft className={styles.times}>
        {pickup ? (
          <span>{m.common.pickupAt({ pickup })}</span>
        ) : (
          <span>{m.kitchen.ticket.waits}</span>
        )}
        <span>{m.kitchen.ticket.orderedAgo({ sinceOrdered })}</span>
      </Row>
      <TicketWarnings order={order} />
    </Stack>
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
    <Stack
      as="ul"
      gap={1}
      marginTop={1}
      weight={700}
      className={styles.warnings}
      aria-label={m.common.pleaseCheck}
    >
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
    </Stack>
  );
}
