import { type ReactNode, useId, useMemo } from "react";
import { Stack, Text } from "@/ui/layout";
import { FieldContext } from "./field-control";

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
    <Stack gap={1}>
      <Text as="label" weight={650} htmlFor={id}>
        {label}
      </Text>
      <FieldContext value={control}>{children}</FieldContext>
      {hint ? (
        <Text soft size="s" id={hintId}>
          {hint}
        </Text>
      ) : null}
      {error ? (
        <Text tone="danger" size="s" weight={600} id={errorId} role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}
