import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./checkbox.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A box to tick; its whole line is the target. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <div className={classNames(styles.line, className)}>
      <label className={styles.label}>
        <input
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          type="checkbox"
          className={styles.box}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
