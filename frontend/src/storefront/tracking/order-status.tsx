import { useEffect, useRef, useState } from "react";
import { readyBy } from "@/domain/time/pickup-words";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel } from "@/domain/time/time-words";
import { orderZone, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { TicketPaper } from "@/storefront/ticket/ticket-and-receipt";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { classNames } from "@/ui/class-names";
import { CheckIcon, CloseIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import type { Status, TrackedOrder } from "./api";
import {
  headlines,
  isOver,
  isStranded,
  paymentMessage,
  STATUS_STEPS,
  statusMessage,
  stepNames,
} from "./status-and-payment-words";
import styles from "./tracking.module.css";

/** How far the order is, to be read from arm's length. */
export function StatusPanel({ order }: { order: TrackedOrder }) {
  const panel = useShownWhenReady(order.status === "ready");
  const money = paymentMessage(order);
  const stranded = isStranded(order);
  return (
    <div ref={panel} className={styles.place}>
      <TicketPaper className={classNames(styles.panel, styles[order.status])}>
        <Row gap={4} rowGap={0} align="baseline" justify="between" className={styles.head}>
          <Text as="h1" weight={800} leading={1} className={styles.number}>
            <Text as="span" size="l">
              {m.common.order}
            </Text>{" "}
            #{order.orderNumber}
          </Text>
          <Text weight={650} breaks>
            {order.customerName
              ? m.tracking.truckFor({ truck: order.truck.name, customer: order.customerName })
              : order.truck.name}
          </Text>
        </Row>
        <Stack gap={2} role="status">
          <Text weight={800} face="display" className={styles.headline}>
            {stranded ? m.tracking.status.notMade : headlines()[order.status]}
          </Text>
          <p className={styles.sentence}>
            {stranded
              ? m.tracking.status.truckGone({ truck: order.truck.name })
              : statusMessage(order)}
          </p>
          {money ? <p className={styles.sentence}>{money}</p> : null}
        </Stack>
        {stranded || isOver(order.status) || order.status === "ready" ? null : (
          <PickupTime order={order} />
        )}
      </TicketPaper>
    </div>
  );
}

function PickupTime({ order }: { order: TrackedOrder }) {
  const now = usePresent();
  const estimate = order.estimatedPickupTime ?? order.pickupTime;
  const { when, day } = readyBy(estimate, orderZone(order));
  const expected = parseInstant(estimate);
  const isLate = expected !== null && now > expected;
  return (
    <Stack gap={1} paddingTop={4} className={styles.pickup}>
      <Text size="3xl" weight={800} face="display" leading={1.1}>
        {when}
      </Text>
      {day ? <p>{day}</p> : null}
      {isLate && order.status !== "pending" ? <p>{m.tracking.status.late}</p> : null}
      {isLate && order.status === "pending" ? (
        <p>{m.tracking.status.dueUnconfirmed({ truck: order.truck.name })}</p>
      ) : null}
    </Stack>
  );
}

/** Brings the panel back into view, and shakes the phone, at the moment when the food is ready. */
function useShownWhenReady(isReady: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const [wasReady, setWasReady] = useState(isReady);
  useEffect(() => {
    if (isReady === wasReady) return;
    setWasReady(isReady);
    if (!isReady) return;
    panel.current?.scrollIntoView({ block: "start" });
    // Browsers complain about a page that shakes before anybody has touched it.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  }, [isReady, wasReady]);
  return panel;
}

type Stage = "done" | "now" | "next";

const stageLabels = (): Record<Stage, string> => ({
  done: m.tracking.steps.done,
  now: m.tracking.steps.current,
  next: m.tracking.steps.coming,
});

/** Every step of the order with the time it was reached, on the truck's clock, and its day unless that is today. */
export function OrderSteps({ order }: { order: TrackedOrder }) {
  return (
    <section aria-labelledby="order-steps">
      <Text as="h2" marginBottom={2} size="l" id="order-steps">
        {m.tracking.steps.label}
      </Text>
      <Stack as="ol" aria-labelledby="order-steps">
        {stepsOf(order).map((status) => (
          <Step key={status} status={status} order={order} />
        ))}
      </Stack>
    </section>
  );
}

function Step({ status, order }: { status: Status; order: TrackedOrder }) {
  const stage = stageOf(status, order.status);
  const at = parseInstant(order.steps.filter((step) => step.status === status).at(-1)?.at);
  return (
    <li
      aria-current={stage === "now" ? "step" : undefined}
      className={classNames(
        styles.step,
        styles[stage],
        status === "cancelled" && styles.cancelledStep,
      )}
    >
      <span aria-hidden="true" className={styles.mark}>
        {markOf(status, stage)}
      </span>
      <span className={styles.stepName}>
        {stepNames()[status]}
        <span className="visually-hidden">, {stageLabels()[stage]}</span>
      </span>
      {at ? (
        <Text as="time" soft size="m" weight={500} tabular dateTime={at.toISOString()}>
          {clockLabel(at, orderZone(order), presentTime())}
        </Text>
      ) : null}
    </li>
  );
}

/** A cancelled order went as far as it went. */
function stepsOf({ status, steps }: TrackedOrder): readonly Status[] {
  if (status !== "cancelled") return STATUS_STEPS;
  const reached = new Set<Status>(steps.map((step) => step.status));
  return [...STATUS_STEPS.filter((step) => reached.has(step)), "cancelled"];
}

function stageOf(step: Status, current: Status): Stage {
  if (step === current) return current === "completed" ? "done" : "now";
  if (current === "cancelled") return "done";
  return STATUS_STEPS.indexOf(step) < STATUS_STEPS.indexOf(current) ? "done" : "next";
}

function markOf(status: Status, stage: Stage) {
  if (status === "cancelled") return <CloseIcon size={16} />;
  return stage === "done" ? <CheckIcon size={16} /> : null;
}
