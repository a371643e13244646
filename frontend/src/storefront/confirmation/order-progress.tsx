import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { CheckIcon } from "@/ui/icons/icons";
import type { SmsStatus } from "./api";
import styles from "./confirmation.module.css";

type Stage = "done" | "now" | "next";

const stageLabels = (): Record<Stage, string> => ({
  done: m.storefront.confirmation.done,
  now: m.storefront.confirmation.inProgress,
  next: m.storefront.confirmation.toCome,
});

/** The way of the order from the payment to the pickup. */
export function OrderProgress({ sms }: { sms: SmsStatus }) {
  const textSent = sms === "sent";
  const steps: [string, Stage][] = [
    [m.storefront.confirmation.paymentConfirmed, "done"],
    [m.storefront.confirmation.kitchenPreparing, "now"],
    [
      textSent
        ? m.storefront.confirmation.smsSent
        : m.storefront.confirmation.smsNotificationsActive,
      textSent ? "done" : "now",
    ],
    [m.storefront.confirmation.pickupAlertReady, "next"],
  ];
  return (
    <section aria-labelledby="order-progress" className={styles.block}>
      <h2 id="order-progress">{m.storefront.confirmation.orderProgress}</h2>
      <ol className={styles.progress}>
        {steps.map(([name, stage]) => (
          <li key={name} className={classNames(styles.stage, styles[stage])}>
            <span aria-hidden="true" className={styles.mark}>
              {stage === "done" ? <CheckIcon size={16} /> : null}
            </span>
            <span>{name}</span>
            <span className="visually-hidden">: {stageLabels()[stage]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
