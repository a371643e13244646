import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { CheckIcon } from "@/ui/icons/icons";
import { Row } from "@/ui/layout";
import styles from "./checkout.module.css";

const steps = () => [m.checkout.steps.customer, m.common.payment];

/** Where in the checkout the customer stands. */
export function CheckoutSteps({ current }: { current: 1 | 2 }) {
  return (
    <Row as="ol" gap={6} rowGap={2} aria-label={m.checkout.steps.label}>
      {steps().map((name, index) => {
        const number = index + 1;
        const done = number < current;
        return (
          <Row
            key={name}
            as="li"
            inline
            gap={2}
            align="center"
            oneLine
            soft
            weight={600}
            aria-current={number === current ? "step" : undefined}
            className={classNames(number === current && styles.stepCurrent)}
          >
            <span className={styles.stepNumber}>{number}</span> <span>{name}</span>
            {done ? <CheckIcon size={16} /> : null}
            {done ? <span className="visually-hidden"> {m.checkout.steps.done}</span> : null}
          </Row>
        );
      })}
    </Row>
  );
}
