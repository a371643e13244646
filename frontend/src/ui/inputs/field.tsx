import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { Stack, Text } from "@/ui/layout";

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

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control to the field around it; none without a field. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
  };
}
