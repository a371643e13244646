import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/ui/class-names";
import { Box } from "@/ui/layout";
import styles from "./checkbox-and-switch.module.css";
import { useFocusBack } from "./keep-focus";

/** A box to tick. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} look="checkbox" />;
}

/** On or off, taking effect at once. */
export function Switch(props: TickProps) {
  return <Tick {...props} role="switch" look="switch" />;
}

interface TickProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: ReactNode;
  hint?: ReactNode;
}

interface LookedTickProps extends TickProps {
  role?: "switch";
  look: "checkbox" | "switch";
}

/** What a checkbox and a switch have in common: the whole line is the target, with a hint below it. */
function Tick({ label, hint, className, look, ref, ...rest }: LookedTickProps) {
  const control = useFocusBack<HTMLInputElement>(Boolean(rest.disabled), ref);
  const hintId = useId();
  return (
    <div className={classNames(styles[look], className)}>
      <label className={styles.label}>
        <input
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          ref={control}
          type="checkbox"
          className={styles.control}
        />
        <Box as="span" shrinks>
          {label}
        </Box>
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
