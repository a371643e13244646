import { type ReactNode, useEffect, useRef } from "react";
import styles from "./plan.module.css";

/** The heading of a step of a change of plan; it takes the focus when its step begins. */
export function PlanHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The drawer itself brings the focus in, and gives it back to where it was then.
    const isInside = heading.current?.closest("[role=dialog]")?.contains(document.activeElement);
    if (isInside || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <h3 ref={heading} id="plan-heading" tabIndex={-1} className={styles.heading}>
      {children}
    </h3>
  );
}
