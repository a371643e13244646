import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/domain/api/errors";
import { showServerFields } from "@/domain/api/server-fields";
import { messages as m } from "@/messages";
import { describeWait } from "@/staff/session/sign-in-failure";

/** Puts the server's sentences at their fields; returns what there is to say about the whole form. */
export function showProfileFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): string {
  if (!(error instanceof ApiError)) return m.staff.account.failedToSaveYourProfile;
  if (Object.keys(error.fields).length > 0) return showServerFields(form, error.fields).join(" ");
  const wait = error.status === 429 ? error.retryAfterSeconds : null;
  const advice = wait
    ? m.staff.account.youCanTryAgainIn2({ describeWait: describeWait(wait) })
    : "";
  return `${m.staff.account.failedToSaveYourProfile}: ${error.message}${advice}`;
}
