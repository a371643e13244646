import { Link } from "react-router";
import type { StaffOrder } from "@/domain/api/staff-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { Advance } from "@/staff/orders/steps/next-step";
import { paymentBadges } from "@/staff/shared/order-labels";
import { usePresent } from "@/ui/browser/use-now";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { ageOf, sayWhen } from "./ticket-age";
import { stepLabel, type TicketState } from "./ticket-rules";
import styles from "./tickets.module.css";

interface ReadyShelfProps {
  tickets: readonly TicketState[];
  onAdvance: Advance;
  onUndo: (orderId: string) => void;
}

/** What waits to be fetched: whose it is, what is still to be paid, and the button that hands it over. */
export function ReadyShelf({ tickets, ...handlers }: ReadyShelfProps) {
  const now = usePresent();
  const when = sayWhen(now);
  if (tickets.length === 0) return null;
  return (
    <Box
      as="section"
      padding={3}
      radius="card"
      aria-label={m.common.readyForPickup}
      className={styles.shelf}
    >
      <Text as="h2" marginBottom={2} tone="good" size="l">
        {m.common.readyForPickup}{" "}
        <Text as="span" tabular>
          {tickets.length}
        </Text>
      </Text>
      <Stack as="ul" gap={2} className={styles.list}>
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
      className={styles.ready}
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
        className={styles.number}
      >
        #{order.orderNumber}
      </Row>
      <Stack leading={1.2}>
        <Text as="span" weight={700} nowrap className={styles.name}>
          {order.customerName}
        </Text>
        <Text as="span" soft size="s" className={styles.readyShelfAge}>
          {tap === "stuck" ? m.kitchen.unsaved.mark : age.text}
        </Text>
        <Unsettled order={order} />
      </Stack>
      {tap === "undoable" ? (
        <button type="button" className={styles.readyShelfUndo} onClick={() => onUndo(order._id)}>
          {m.common.undo} <span className="visually-hidden">{name}</span>
        </button>
      ) : null}
      {next && tap !== "undoable" ? (
        <Box
          as="button"
          surface="card"
          tone="good"
          type="button"
          className={styles.readyShelfStep}
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
