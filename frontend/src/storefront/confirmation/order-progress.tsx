import { messages as m } from "@/messages";
import { statusMessage } from "@/storefront/tracking/status-labels";
import { classNames } from "@/ui/class-names";
import { CheckIcon } from "@/ui/icons/status-icons";
import { Row, Stack, Text } from "@/ui/layout";
import type { ConfirmedOrder, SmsStatus } from "./api";
import styles from "./confirmation.module.css";

type Stage = "done" | "now" | "next";

const stageLabels = (): Record<Stage, string> => ({
  done: m.common.done,
  now: m.confirmation.progress.current,
  next: m.confirmation.progress.coming,
});

/** How far kitchen and pickup are, by the status of the order. */
const STAGES: Record<ConfirmedOrder["status"], { kitchen: Stage; pickup: Stage }> = {
  pending: { kitchen: "next", pickup: "next" },
  confirmed: { kitchen: "next", pickup: "next" },
  preparing: { kitchen: "now", pickup: "next" },
  ready: { kitchen: "done", pickup: "now" },
  completed: { kitchen: "done", pickup: "done" },
  cancelled: { kitchen: "next", pickup: "next" },
};

/** The way of the order from the payment to the pickup. */
export function OrderProgress({ sms, order }: { sms: SmsStatus; order: ConfirmedOrder }) {
  const textSent = sms === "sent";
  const { kitchen, pickup } = STAGES[order.status];
  const steps: [string, Stage][] = [
    [m.confirmation.progress.payment, "done"],
    [m.confirmation.progress.kitchen, kitchen],
    [
      textSent ? m.confirmation.progress.smsSent : m.confirmation.progress.smsActive,
      textSent ? "done" : "now",
    ],
    [m.confirmation.progress.pickupAlert, pickup],
  ];
  return (
    <Stack as="section" gap={3} aria-labelledby="order-progress">
      <Text as="h2" size="l" id="order-progress">
        {m.confirmation.progress.title}
      </Text>
      <p>{statusMessage(order)}</p>
      <Stack as="ol">
        {steps.map(([name, stage]) => (
          <Row
            key={name}
            as="li"
            gap={3}
            align="center"
            oneLine
            target
            className={classNames(styles.stage, styles[stage])}
          >
            <span aria-hidden="true" className={styles.mark}>
              {stage === "done" ? <CheckIcon size={16} /> : null}
            </span>
            <span>{name}</span>
            <span className="visually-hidden">: {stageLabels()[stage]}</span>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}
