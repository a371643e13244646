import { type ReactNode, useEffect, useRef } from "react";
import styles from "./checkout.module.css";
import { useCheckoutContext } from "./checkout-context";

/** The heading of a step; it takes the focus when the step was changed, not on the first load. */
export function StepHeading({ children }: { children: ReactNode }) {
  const { hasMoved } = useCheckoutContext();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [hasMoved]);
  return (
    <h2 ref={heading} id="step-heading" tabIndex={-1} className={styles.stepHeading}>
      {children}
    </h2>
  );
}
