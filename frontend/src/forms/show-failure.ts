import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { showServerFields } from "@/domain/api/server-fields";

/** Puts the server's sentences at their fields; returns what there is to say about the whole form. */
export function showFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  failed: string,
): string {
  if (!(error instanceof ApiError)) return failed;
  if (Object.keys(error.fields).length === 0) return `${failed}: ${errorMessage(error)}`;
  return showServerFields(form, error.fields).join(" ");
}
