import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./switch.module.css";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: ReactNode;
  hint?: ReactNode;
}

/** On or off, taking effect at once. Takes the props of a checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <div className={classNames(styles.line, className)}>
      <label className={styles.label}>
        <input
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked.
          role="switch"
          className={styles.control}
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
