import type { ComponentProps } from "react";
import styles from "./money-input.module.css";
import { TextInput } from "./text-input";

/** A share in percent, typed as text, so that "8.750" is not lost on the way. */
export function PercentInput(props: ComponentProps<"input">) {
  return (
    <span className={styles.moneyFrame}>
      <TextInput inputMode="decimal" {...props} className={styles.percent} />
      <span aria-hidden="true" className={styles.after}>
        %
      </span>
    </span>
  );
}
