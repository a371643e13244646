import { type ReactNode, useId, useMemo } from "react";
import styles from "./field.module.css";
import { FieldContext } from "./field-context";

export interface FieldProps {
  label: ReactNode;
  /** What to enter, said before anyone gets it wrong. */
  hint?: ReactNode;
  /** What is wrong; announced at once. */
  error?: ReactNode;
  /** One control of this folder: `TextInput`, `Textarea`. */
  children: ReactNode;
}

/** Ties label, hint and error to the one control inside it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  const control = useMemo(
    () => ({
      id,
      describedBy: [errorId, hintId].filter(Boolean).join(" ") || undefined,
      invalid: errorId !== "",
    }),
    [id, hintId, errorId],
  );
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
