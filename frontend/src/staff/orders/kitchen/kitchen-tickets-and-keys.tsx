import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
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
import { useFocusKept, useSteps } from "@/staff/orders/steps/status-changes-and-unsent-bar";
import { paymentBadges } from "@/staff/shared/order-badges-and-warnings";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { AllDayPanel } from "./all-day-counts";
import styles from "./kitchen.module.css";
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

const keysAndMeanings = (): [string[], string][] => [
  [["1", "–", "9"], m.kitchen.keys.find],
  [["←", "↑", "↓", "→"], m.kitchen.keys.next],
  [["Enter"], m.kitchen.keys.step],
  [["U"], m.kitchen.keys.undo],
];

/** For a bump bar or a keyboard; a tablet without one does not show it. */
function KeysHelp() {
  return (
    <section aria-label={m.kitchen.keys.title} className={styles.help}>
      <Row as="ul" gap={4} rowGap={1} className={styles.list}>
        {keysAndMeanings().map(([keys, does]) => (
          <li key={does}>
            {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))} {does}
          </li>
        ))}
      </Row>
    </section>
  );
}

type Direction = "left" | "right" | "up" | "down";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The kitchen without a pointer: digits and arrows find a ticket's big button, which Enter presses as
 * it presses any button; U takes the last tap back.
 */
function useKitchenKeys(board: RefObject<HTMLElement | null>, onUndo: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!board.current || isForSomethingElse(event)) return;
    // A key held down too long must not push an order through the whole kitchen.
    if (event.repeat && event.key === "Enter" && isStep(event.target))
      return event.preventDefault();
    if (event.key.toLowerCase() === "u" && !event.repeat) return onUndo();
    const found = wanted(board.current, event.key);
    if (!found) return;
    event.preventDefault();
    found.focus({ preventScroll: true });
    found.closest("article")?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isForSomethingElse({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return true;
  if (!(target instanceof Element)) return false;
  return target.closest("input, select, textarea, [contenteditable], [role=dialog]") !== null;
}

function isStep(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("[data-step], [data-to]");
}

function wanted(board: HTMLElement, key: string): HTMLElement | null {
  if (/^[1-9]$/.test(key)) {
    return stepsIn(board, "[data-tickets] [data-step]")[Number(key) - 1] ?? null;
  }
  const direction = ARROWS[key];
  return direction ? neighbour(stepsIn(board, "[data-step]"), direction) : null;
}

function stepsIn(board: HTMLElement, selector: string): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(selector)];
}

/** Sideways in reading order; up and down to what is nearest on the screen. */
function neighbour(steps: HTMLElement[], direction: Direction): HTMLElement | null {
  const [first] = steps;
  const ticket = document.activeElement?.closest("article");
  const here = steps.find((step) => ticket?.contains(step));
  if (!here) return first ?? null;
  const place = steps.indexOf(here);
  if (direction === "left") return steps[place - 1] ?? null;
  if (direction === "right") return steps[place + 1] ?? null;
  return nearest(steps, here, direction);
}

function nearest(steps: HTMLElement[], here: HTMLElement, direction: "up" | "down") {
  const from = middleOf(here);
  const sign = direction === "down" ? 1 : -1;
  const away = steps
    .map((step) => ({ step, at: middleOf(step) }))
    .filter(({ at }) => (at.y - from.y) * sign > 1)
    // A column is kept to: sideways counts twice.
    .map(({ step, at }) => ({ step, far: Math.abs(at.y - from.y) + 2 * Math.abs(at.x - from.x) }))
    .sort((one, other) => one.far - other.far);
  return away[0]?.step ?? null;
}

function middleOf(step: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = (step.closest("article") ?? step).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
