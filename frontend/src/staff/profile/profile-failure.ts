import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/domain/api/errors";
import { showServerFields } from "@/domain/api/server-fields";
import { describeWait } from "@/staff/session/sign-in-failure";

const FAILED = "Failed to save your profile";

/** Puts the server's sentences at their fields; returns what there is to say about the whole form. */
export function showProfileFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): string {
  if (!(error instanceof ApiError)) return FAILED;
  if (Object.keys(error.fields).length > 0) return showServerFields(form, error.fields).join(" ");
  const wait = error.status === 429 ? error.retryAfterSeconds : null;
  const advice = wait ? ` You can try again in ${describeWait(wait)}.` : "";
  return `${FAILED}: ${error.message}${advice}`;
}
