import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { CheckIcon } from "@/ui/icons/status-icons";
import styles from "./checkout.module.css";

const steps = () => [m.storefront.checkout.customerInfo, m.storefront.checkout.payment];

/** Where in the checkout the customer stands. */
export function CheckoutSteps({ current }: { current: 1 | 2 }) {
  return (
    <ol className={styles.steps} aria-label={m.storefront.checkout.checkoutSteps}>
      {steps().map((name, index) => {
        const number = index + 1;
        const done = number < current;
        return (
          <li
            key={name}
            aria-current={number === current ? "step" : undefined}
            className={classNames(styles.step, number === current && styles.stepCurrent)}
          >
            <span className={styles.stepNumber}>{number}</span> <span>{name}</span>
            {done ? <CheckIcon size={16} /> : null}
            {done ? <span className="visually-hidden"> {m.storefront.checkout.done}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
