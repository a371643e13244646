import { clockLabel } from "@/domain/orders/estimate";
import { orderZone } from "@/domain/orders/order-zone";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { CloseIcon } from "@/ui/icons/icons";
import { CheckIcon } from "@/ui/icons/status-icons";
import { Stack, Text } from "@/ui/layout";
import type { Status, TrackedOrder } from "./api";
import { STATUS_STEPS, stepNames } from "./status-labels";
import styles from "./tracking.module.css";

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
      <span>
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
