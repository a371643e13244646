import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/ui/class-names";
import { useFocusBack } from "@/ui/controls/use-focus-back";

export interface TickProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: ReactNode;
  hint?: ReactNode;
}

interface StyledTickProps extends TickProps {
  role?: "switch";
  styles: Readonly<Record<string, string | undefined>>;
}

/** What a checkbox and a switch have in common: the whole line is the target, with a hint below it. */
export function Tick({ label, hint, className, styles, ref, ...rest }: StyledTickProps) {
  const control = useFocusBack<HTMLInputElement>(Boolean(rest.disabled), ref);
  const hintId = useId();
  return (
    <div className={classNames(styles.line, className)}>
      <label className={styles.label}>
        <input
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          ref={control}
          type="checkbox"
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
