import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { applyOrder, orderOfConflict } from "@/domain/orders/order-cache";
import { invalidateOrders } from "@/domain/orders/staff-order-queries";
import { formatAge } from "@/domain/time/ages";
import { pickupLabel } from "@/domain/time/pickup-words";
import { orderZone } from "@/domain/time/wall-clock";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { OrderLines } from "@/staff/orders/detail/order-lines";
import { StatusButtons } from "@/staff/orders/detail/status-buttons";
import { isOverdue, paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-labels";
import { remindOfPayOut } from "@/staff/shared/pay-outs";
import { usePresent } from "@/ui/browser/use-now";
import { Badge } from "@/ui/content/badge";
import { showToast } from "@/ui/feedback/toast";
import { Card, Row, Stack, Text } from "@/ui/layout";
import styles from "./orders-board.module.css";

interface TicketsProps {
  truckId: string;
  orders: readonly StaffOrder[];
  /** The orders that were not looked at yet. */
  newOrders: readonly StaffOrder[];
}

/** A ticket for each order, and what happens when one is moved on. */
export function Tickets({ truckId, orders, newOrders }: TicketsProps) {
  const now = usePresent();
  const { moving, moved, move } = useMoving(truckId);
  const list = useRef<HTMLUListElement>(null);
  const isSettling = useSettling(orders.map(({ _id }) => _id).join());
  useFocusOnMoved(list, moved, orders);
  return (
    <>
      <p role="status" className="visually-hidden">
        {moved
          ? m.orders.steps.announced({
              orderNumber: moved.orderNumber,
              status: statusBadges()[moved.status].label,
            })
          : null}
      </p>
      <ul ref={list} tabIndex={-1} className={styles.tickets} data-settling={isSettling}>
        {orders.map((order) => (
          <li key={order._id} id={ticketId(order)} tabIndex={-1}>
            <OrderCard
              order={order}
              now={now}
              isNew={newOrders.some(({ _id }) => _id === order._id)}
              moving={moving.get(order._id) ?? null}
              onMove={(status) => move(order, status)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function useMoving(truckId: string) {
  const change = useChangeStatus(truckId);
  const [moving, setMoving] = useState<ReadonlyMap<string, OrderStatus>>(new Map());
  const [moved, setMoved] = useState<StaffOrder | null>(null);

  async function move(order: StaffOrder, status: OrderStatus): Promise<void> {
    setMoving((before) => new Map(before).set(order._id, status));
    try {
      const changed = await change.mutateAsync({ order, status });
      setMoved(changed);
      remindOfPayOut(changed);
    } catch (error) {
      tellWhy(order, error);
    } finally {
      setMoving((before) => new Map([...before].filter(([id]) => id !== order._id)));
    }
  }

  return { moving, moved, move };
}

/** A lost race is no failure: the card already shows what the colleague did. */
function tellWhy(order: StaffOrder, error: unknown): void {
  const current = orderOfConflict(error);
  if (current) {
    const { status } = current;
    showToast({
      type: "info",
      message: m.orders.steps.already({ orderNumber: order.orderNumber, status }),
    });
    return;
  }
  showToast({ type: "error", message: m.orders.steps.failed });
}

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
function OrderCard({ order, now, isNew, moving, onMove }: OrderCardProps) {
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
      <StatusButtons order={order} className={styles.actions} moving={moving} onMove={onMove} />
      <Stack gap={3} size="l">
        <OrderLines order={order} />
      </Stack>
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

/** Moves an order on. Whatever comes of it, every list shows it at once. */
function useChangeStatus(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, status }: { order: StaffOrder; status: OrderStatus }) =>
      answer(
        api.PATCH("/api/orders/{order_id}", {
          params: { path: { order_id: order._id } },
          body: { status },
        }),
      ),
    onSuccess: (order) => applyOrder(client, order),
    onError: (error) => {
      const current = orderOfConflict(error);
      if (current) applyOrder(client, current);
      else invalidateOrders(client, truckId);
    },
  });
}

/**
 * The button that moved an order on is gone with the old status, and the focus with it. The ticket
 * takes it, or the list when the ticket has left that too; never the ticket's next button, which a
 * key held down too long would press.
 */
function useFocusOnMoved(
  list: RefObject<HTMLElement | null>,
  moved: StaffOrder | null,
  orders: readonly StaffOrder[],
): void {
  const done = useRef<StaffOrder | null>(null);
  useEffect(() => {
    if (!moved || done.current === moved) return;
    const shown = orders.find(({ _id }) => _id === moved._id);
    // The old button is still there, and has the focus.
    if (shown && shown.version < moved.version) return;
    done.current = moved;
    const focused = document.activeElement;
    if (focused && focused !== document.body) return;
    const ticket = list.current?.querySelector<HTMLElement>(`#${ticketId(moved)}`);
    (ticket ?? list.current)?.focus({ preventScroll: true });
  }, [list, moved, orders]);
}

function ticketId({ _id }: Pick<StaffOrder, "_id">): string {
  return `order-${_id}`;
}

/** As long as a hand needs to notice that the tickets have moved. */
const SETTLE_MS = 350;

/** True for a moment after the places of the tickets have changed: a tap then was meant for another. */
function useSettling(places: string): boolean {
  const before = useRef(places);
  const [isSettling, setSettling] = useState(false);
  useEffect(() => {
    if (before.current === places) return;
    before.current = places;
    setSettling(true);
    const timer = setTimeout(() => setSettling(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [places]);
  return isSettling;
}
