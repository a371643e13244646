import { useRef } from "react";
import { Link } from "react-router";
import type { StaffOrder } from "@/domain/api/staff-types";
import { numberOf } from "@/domain/offline/unsent-orders";
import { formatAge } from "@/domain/time/ages";
import { pickupLabel } from "@/domain/time/pickup-words";
import { orderZone } from "@/domain/time/wall-clock";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { OrderLines } from "@/staff/orders/detail/order-lines";
import { StatusButtons, useSettling } from "@/staff/orders/steps/status-and-cancel-buttons";
import {
  type Advance,
  lastChange,
  type StatusChange,
  type StatusChangeQueue,
} from "@/staff/orders/steps/status-change-queue";
import { useFocusKept, useSteps } from "@/staff/orders/steps/status-changes-and-unsent-bar";
import { paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-badges-and-warnings";
import { isLate, isOverdue, isOwed, isUnconfirmed } from "@/staff/shared/order-rules";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { Badge } from "@/ui/content/badge";
import { ButtonLink } from "@/ui/controls/button";
import { Card, Row, Stack, Text } from "@/ui/layout";
import styles from "./orders-board.module.css";

interface OrderCardsProps {
  orders: readonly StaffOrder[];
  /** The orders that were not looked at yet. */
  newOrders: readonly StaffOrder[];
  changes: readonly StatusChange[];
  queue: StatusChangeQueue;
}

/** A card for each order, and what happens when one is moved on. */
export function OrderCards({ orders, newOrders, changes, queue }: OrderCardsProps) {
  const now = usePresent();
  const list = useRef<HTMLUListElement>(null);
  const { said, advance, undo } = useSteps(queue, m.orders.steps.announced);
  const isSettling = useSettling(orders.map(({ _id, status }) => `${_id} ${status}`).join());
  useFocusKept(list);
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <Stack
        as="ul"
        gap={4}
        align="start"
        ref={list}
        tabIndex={-1}
        className={styles.tickets}
        data-settling={isSettling}
      >
        {orders.map((order) => (
          <li key={order._id} id={ticketId(order)} tabIndex={-1}>
            <OrderCard
              order={order}
              now={now}
              isNew={newOrders.some(({ _id }) => _id === order._id)}
              last={lastChange(changes, order)}
              onAdvance={(...step) => {
                advance(...step);
                focusTicket(order);
              }}
              onUndo={(orderId) => {
                undo(orderId);
                focusTicket(order);
              }}
            />
          </li>
        ))}
      </Stack>
    </>
  );
}

/**
 * The button that was pressed can be pressed no more, and the focus is gone with it. The ticket takes it; never the
 * ticket's next button, which a key held down too long would press.
 */
function focusTicket(order: StaffOrder): void {
  document.getElementById(ticketId(order))?.focus({ preventScroll: true });
}

interface OrderCardProps {
  order: StaffOrder;
  now: Date;
  /** Not looked at yet. */
  isNew: boolean;
  /** The last press on it that the server does not know yet. */
  last: StatusChange | undefined;
  onAdvance: Advance;
  onUndo: (orderId: string) => void;
}

/** One order as a ticket: who, what, how much, and the buttons that move it on. */
function OrderCard({ order, now, isNew, last, ...presses }: OrderCardProps) {
  const shown = last?.to ?? order.status;
  const badge = statusBadges()[shown];
  const seen = { ...order, status: shown };
  const name = m.common.orderNumber({ orderNumber: order.orderNumber });
  return (
    <Card
      as="article"
      gap={3}
      padding={4}
      raised
      className={styles.card}
      aria-label={name}
      data-status={shown}
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
            {numberOf(order)}
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
      <Signs order={seen} now={now} />
      {isOverdue(seen, now) ? (
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
      <StatusButtons order={order} last={last} {...presses} />
      <Stack gap={3} size="l">
        <OrderLines order={order} />
      </Stack>
    </Card>
  );
}

/** What needs a look first, in a word each. */
function Signs({ order, now }: { order: StaffOrder; now: Date }) {
  const late = isLate(order, now);
  // Once it is nearly due a sentence says so.
  const unconfirmed = isUnconfirmed(order, now) && !isOverdue(order, now);
  if (!late && !unconfirmed) return null;
  return (
    <Row gap={2}>
      {late ? <Badge tone="danger">{m.orders.checks.late}</Badge> : null}
      {unconfirmed ? <Badge tone="warning">{m.orders.checks.notConfirmed}</Badge> : null}
    </Row>
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
        {isOwed(order) ? (
          <ButtonLink to={`/admin/orders/${order._id}#pay`}>{m.reader.takePayment}</ButtonLink>
        ) : null}
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

function ticketId({ _id }: Pick<StaffOrder, "_id">): string {
  return `order-${_id}`;
}
