import type { ComponentProps } from "react";
import styles from "./money-and-percent-input.module.css";
import { TextInput } from "./text-input-and-textarea";

interface MoneyInputProps extends ComponentProps<"input"> {
  /** What stands before the amount: "$" or "+ $". */
  sign?: string;
}

/** An amount in dollars, typed as text: a number field would drop the cents of "8.50". */
export function MoneyInput({ sign = "$", ...rest }: MoneyInputProps) {
  return (
    <span className={styles.moneyFrame}>
      <span aria-hidden="true" className={styles.sign}>
        {sign}
      </span>
      <TextInput placeholder="0.00" inputMode="decimal" {...rest} className={styles.money} />
    </span>
  );
}

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
