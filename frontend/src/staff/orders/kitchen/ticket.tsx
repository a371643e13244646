import { type CSSProperties, memo } from "react";
import { Link } from "react-router";
import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/staff-types";
import { countedName } from "@/domain/menu/option-selection-and-price";
import { numberOf } from "@/domain/offline/unsent-orders";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { shortcutPast } from "@/staff/orders/steps/next-step";
import type { Advance, Tap } from "@/staff/orders/steps/status-change-queue";
import {
  paymentBadges,
  refundedLabel,
  statusBadges,
  warningsOf,
} from "@/staff/shared/order-badges-and-warnings";
import { isUnconfirmed, piecesToMake, promisedAt } from "@/staff/shared/order-rules";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { Badge } from "@/ui/content/badge";
import { AlertIcon } from "@/ui/icons/first-page-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import { type AgeLevel, ageOf, sayWhen, type TicketState } from "./ticket-state-and-age";
import styles from "./tickets.module.css";

const DIGITS = 9;

interface TicketGridProps {
  tickets: readonly TicketState[];
  onAdvance: Advance;
  onUndo: (orderId: string) => void;
  onSeen: (order: StaffOrder) => void;
}

/** The tickets of what is to be made, the next to be wanted first. */
export function TicketGrid({ tickets, ...handlers }: TicketGridProps) {
  const now = usePresent();
  const when = sayWhen(now);
  return (
    <Stack
      as="ol"
      gap={4}
      align="start"
      className={styles.grid}
      aria-label={m.kitchen.toMake}
      data-tickets
    >
      {tickets.map(({ order, shown, next, tap }, place) => {
        const age = ageOf(order, now, when);
        const promised = promisedAt(order);
        return (
          <li key={order._id} className={styles.cell} data-ticket={order._id}>
            <Ticket
              order={order}
              shown={shown}
              next={next}
              tap={tap}
              digit={place < DIGITS ? place + 1 : null}
              ageText={age.text}
              ageLevel={age.level}
              fill={age.fill}
              sinceOrdered={age.sinceOrdered}
              isUnconfirmed={isUnconfirmed({ ...order, status: shown }, now)}
              pickup={promised ? when(promised, order) : null}
              {...handlers}
            />
          </li>
        );
      })}
    </Stack>
  );
}

/**
 * One order as the cook reads it. It gets texts instead of the time, so that a kitchen full of
 * tickets draws only those again that look different.
 */
const Ticket = memo(function Ticket(props: TicketProps) {
  const { order, shown, ageLevel, fill } = props;
  const isCancelled = order.status === "cancelled";
  return (
    <Stack
      as="article"
      gap={3}
      columns="fill"
      surface="card"
      radius="card"
      outlined
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
    </Stack>
  );
});

function TicketHead(props: TicketProps) {
  const { order, shown, digit, ageText, sinceOrdered, pickup, isUnconfirmed } = props;
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
            {numberOf(order)}
          </Row>
        </Text>
        {digit === null ? null : (
          <span className={styles.digit} aria-hidden="true">
            {digit}
          </span>
        )}
        <Text pushed surface="sunken" size="l" weight={750} tabular nowrap className={styles.age}>
          {ageText}
        </Text>
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
      <TicketWarnings order={order} isUnconfirmed={isUnconfirmed} />
    </Stack>
  );
}

/** What has to be settled before the food goes over the counter. */
function TicketWarnings({ order, isUnconfirmed }: Pick<TicketProps, "order" | "isUnconfirmed">) {
  const payment =
    order.paymentStatus === "paid" ? null : paymentBadges()[order.paymentStatus].label;
  const isUnpaid = order.paymentStatus === "unpaid";
  const unconfirmed = isUnconfirmed ? [m.orders.checks.notConfirmed] : [];
  const warnings = [...unconfirmed, ...warningsOf(order)];
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

type TicketButtonsProps = Pick<
  TicketProps,
  "order" | "shown" | "next" | "tap" | "onAdvance" | "onUndo" | "onSeen"
>;

/** The big button, and beside it a place of its own for taking back: nothing moves under a finger. */
function TicketButtons(props: TicketButtonsProps) {
  const { order, shown, next, tap, onAdvance, onSeen } = props;
  const name = m.kitchen.ticket.named({ orderNumber: order.orderNumber });
  if (order.status === "cancelled") {
    return (
      <div className={styles.buttons}>
        <SideButton {...props} />
        <button type="button" className={styles.step} data-step onClick={() => onSeen(order)}>
          {m.kitchen.ticket.takeAway} <span className="visually-hidden">{name}</span>
        </button>
      </div>
    );
  }
  const shortcut = shortcutPast(next);
  return (
    <div className={styles.buttons} data-shortcut={shortcut !== null || undefined}>
      <SideButton {...props} />
      {next ? (
        <button
          type="button"
          className={styles.step}
          data-step
          data-to={next}
          onClick={() => onAdvance(order, shown, next)}
        >
          {stepLabel(next)} <span className="visually-hidden">{name}</span>
        </button>
      ) : (
        <Text tone="good" size="l" className={styles.done}>
          {statusBadges()[shown].label}
        </Text>
      )}
      {shortcut ? (
        <button
          type="button"
          className={styles.step}
          data-to={shortcut.to}
          onClick={() => onAdvance(order, shown, shortcut.to, shortcut.through)}
        >
          {stepLabel(shortcut.to)} <span className="visually-hidden">{name}</span>
        </button>
      ) : null}
      {tap === "stuck" ? (
        <Text wide tone="danger" weight={700}>
          {m.kitchen.unsaved.trying}
        </Text>
      ) : null}
    </div>
  );
}

function SideButton({ order, tap, onUndo }: TicketButtonsProps) {
  const name = m.kitchen.ticket.named({ orderNumber: order.orderNumber });
  if (tap === "undoable") {
    return (
      <Box
        as="button"
        surface="card"
        tone="plain"
        size="l"
        type="button"
        className={styles.undo}
        onClick={() => onUndo(order._id)}
      >
        {m.common.undo} <span className="visually-hidden">{name}</span>
      </Box>
    );
  }
  return (
    <Link to={`/admin/orders/${order._id}`} className={styles.details}>
      {m.common.details}{" "}
      <span className="visually-hidden">{m.kitchen.ticket.ofCustomer({ name })}</span>
    </Link>
  );
}

/** What to cook. The customer's own words stand out, all of them alike: which matter is not guessed. */
function TicketLines({ order }: { order: StaffOrder }) {
  return (
    <>
      {order.specialInstructions ? (
        <Note label={m.kitchen.ticket.wholeOrder} text={order.specialInstructions} />
      ) : null}
      <Stack as="ul" gap={3} aria-label={m.common.items}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={place} item={item} status={order.status} />
        ))}
      </Stack>
    </>
  );
}

function Line({ item, status }: { item: StaffOrderItem; status: OrderStatus }) {
  const refunded = refundedLabel(item, status);
  const isGone = piecesToMake(item) === 0;
  const pieces = isGone ? item.quantity : piecesToMake(item);
  const words = isGone ? "s" : "span";
  return (
    <Stack as="li" gap={2} className={styles.line} data-gone={isGone || undefined}>
      <Text
        as={words}
        face="display"
        size="2xl"
        weight={750}
        tabular
        leading={1.15}
        className={styles.quantity}
        data-many={pieces > 1 || undefined}
      >
        {pieces}×
      </Text>
      <Stack gap={1}>
        <Text as={words} size="xl" weight={700} leading={1.2} breaks>
          {item.name}
        </Text>
        {refunded ? (
          <Text as="strong" tone="danger" size="l" className={styles.refunded}>
            {refunded}
          </Text>
        ) : null}
        {item.customizations.length > 0 ? (
          <ul className={styles.choices}>
            {item.customizations.map(({ group, name, quantity }) => (
              <li key={`${group}/${name}`}>{countedName({ name, quantity })}</li>
            ))}
          </ul>
        ) : null}
        <AllergenNote said={item} strong />
        {item.specialInstructions ? <Note text={item.specialInstructions} /> : null}
      </Stack>
    </Stack>
  );
}

function Note({ text, label = m.common.note }: { text: string; label?: string }) {
  return (
    <Row as="p" oneLine gap={2} size="l" weight={700} breaks className={styles.note}>
      <AlertIcon size={24} />
      <span>
        <span className="visually-hidden">{label}: </span>
        {text}
      </span>
    </Row>
  );
}

interface TicketProps {
  order: StaffOrder;
  /** The status as it was tapped, which the server may not know yet. */
  shown: OrderStatus;
  next: OrderStatus | null;
  tap: Tap;
  /** The key that finds the ticket: 1 to 9. */
  digit: number | null;
  ageText: string;
  ageLevel: AgeLevel;
  fill: number;
  sinceOrdered: string;
  /** Waits too long for a confirmation. */
  isUnconfirmed: boolean;
  /** When it is promised, on the truck's clock. */
  pickup: string | null;
  onAdvance: Advance;
  onUndo: (orderId: string) => void;
  onSeen: (order: StaffOrder) => void;
}

/** The words of the one big button, by where it leads. */
const stepLabels = (): Partial<Record<OrderStatus, string>> => ({
  confirmed: m.common.confirm,
  preparing: m.kitchen.step.start,
  ready: m.common.ready,
  completed: m.kitchen.step.handOver,
});

export function stepLabel(to: OrderStatus): string {
  return stepLabels()[to] ?? m.orders.steps.markAs[to];
}
