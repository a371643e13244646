import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { Link } from "react-router";
import type { StaffOrder } from "@/domain/api/staff-types";
import { numberOf } from "@/domain/offline/unsent-orders";
import { dropOrder } from "@/domain/orders/staff-order-queries";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type {
  Advance,
  StatusChange,
  StatusChangeQueue,
} from "@/staff/orders/steps/status-change-queue";
import { useFocusKept, useSteps } from "@/staff/orders/steps/use-status-changes";
import { paymentBadges } from "@/staff/shared/order-words";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { AllDayPanel } from "./all-day-counts";
import styles from "./kitchen.module.css";
import { KeysHelp, useKitchenKeys } from "./kitchen-keys";
import { stepLabel, TicketGrid } from "./ticket";
import { ageOf, layOut, sayWhen, type TicketState } from "./ticket-state-and-age";
import shelf from "./tickets.module.css";

interface KitchenTicketsProps {
  orders: StaffOrder[];
  changes: readonly StatusChange[];
  queue: StatusChangeQueue;
}

/** All tickets, and what a tap or a key does to them. */
export function KitchenTickets({ orders, changes, queue }: KitchenTicketsProps) {
  const board = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const { said, advance, undo } = useSteps(queue, m.kitchen.step.done);
  const takeAway = useCallback((order: StaffOrder) => dropOrder(client, order), [client]);
  const { toMake, ready } = useMemo(() => layOut(orders, changes), [orders, changes]);
  useKitchenKeys(board, undo);
  useFocusKept(board);
  return (
    <Stack
      as="section"
      gap={4}
      columns="fill"
      align="start"
      ref={board}
      className={styles.layout}
      tabIndex={-1}
      aria-label={m.common.orders}
    >
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <Stack gap={3} columns="fill" className={styles.side}>
        <ReadyShelf tickets={ready} onAdvance={advance} onUndo={undo} />
        <AllDayPanel orders={orders} />
        <KeysHelp />
      </Stack>
      {toMake.length > 0 ? (
        <TicketGrid tickets={toMake} onAdvance={advance} onUndo={undo} onSeen={takeAway} />
      ) : (
        <NothingToMake isWaiting={ready.length > 0} />
      )}
    </Stack>
  );
}

function NothingToMake({ isWaiting }: { isWaiting: boolean }) {
  return (
    <EmptyState
      title={m.kitchen.empty.title}
      description={isWaiting ? m.kitchen.empty.allReady : m.kitchen.empty.hint}
    />
  );
}

interface ReadyShelfProps {
  tickets: readonly TicketState[];
  onAdvance: Advance;
  onUndo: (orderId: string) => void;
}

/** What waits to be fetched: whose it is, what is still to be paid, and the button that hands it over. */
function ReadyShelf({ tickets, ...handlers }: ReadyShelfProps) {
  const now = usePresent();
  const when = sayWhen(now);
  if (tickets.length === 0) return null;
  return (
    <Box
      as="section"
      padding={3}
      radius="card"
      aria-label={m.common.readyForPickup}
      className={shelf.shelf}
    >
      <Text as="h2" marginBottom={2} tone="good" size="l">
        {m.common.readyForPickup}{" "}
        <Text as="span" tabular>
          {tickets.length}
        </Text>
      </Text>
      <Stack as="ul" gap={2} className={shelf.list}>
        {tickets.map((ticket) => (
          <li key={ticket.order._id} data-ticket={ticket.order._id}>
            <ReadyTicket ticket={ticket} age={ageOf(ticket.order, now, when)} {...handlers} />
          </li>
        ))}
      </Stack>
    </Box>
  );
}

interface ReadyTicketProps extends Pick<ReadyShelfProps, "onAdvance" | "onUndo"> {
  ticket: TicketState;
  age: ReturnType<typeof ageOf>;
}

function ReadyTicket({ ticket, age, onAdvance, onUndo }: ReadyTicketProps) {
  const { order, shown, next, tap } = ticket;
  const name = m.kitchen.ticket.named({ orderNumber: order.orderNumber });
  return (
    <Stack
      as="article"
      gap={2}
      align="center"
      surface="card"
      radius="control"
      className={shelf.ready}
      aria-label={m.kitchen.ticket.shelfTitle({ orderNumber: order.orderNumber, age: age.text })}
      data-age={age.level}
    >
      <Row
        as={Link}
        inline
        align="center"
        oneLine
        size="2xl"
        weight={750}
        face="display"
        tabular
        to={`/admin/orders/${order._id}`}
        className={shelf.number}
      >
        {numberOf(order)}
      </Row>
      <Stack leading={1.2}>
        <Text as="span" weight={700} breaks className={shelf.name}>
          {order.customerName}
        </Text>
        <Text as="span" soft size="s" className={shelf.readyShelfAge}>
          {tap === "stuck" ? m.kitchen.unsaved.mark : age.text}
        </Text>
        <Unsettled order={order} />
      </Stack>
      {tap === "undoable" ? (
        <button type="button" className={shelf.readyShelfUndo} onClick={() => onUndo(order._id)}>
          {m.common.undo} <span className="visually-hidden">{name}</span>
        </button>
      ) : null}
      {next && tap !== "undoable" ? (
        <Box
          as="button"
          surface="card"
          tone="good"
          type="button"
          className={shelf.readyShelfStep}
          data-step
          onClick={() => onAdvance(order, shown, next)}
        >
          {stepLabel(next)} <span className="visually-hidden">{name}</span>
        </Box>
      ) : null}
    </Stack>
  );
}

function Unsettled({ order: { paymentStatus, total } }: { order: StaffOrder }) {
  if (paymentStatus === "paid") return null;
  const { label } = paymentBadges()[paymentStatus];
  return (
    <Text as="strong" tone="danger" size="s">
      {paymentStatus === "unpaid"
        ? m.kitchen.shelf.collect({ total: formatDollars(total) })
        : label}
    </Text>
  );
}
