import { type ReactNode, useEffect, useRef } from "react";
import styles from "./checkout.module.css";

/** The heading of a step; it takes the focus when the step was changed, not on the first load. */
export function StepHeading({ focus, children }: { focus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h2 ref={heading} id="step-heading" tabIndex={-1} className={styles.stepHeading}>
      {children}
    </h2>
  );
}
