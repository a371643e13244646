import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/domain/api/errors";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import { describeWait } from "@/staff/session/sign-in-failure";

/** Puts the server's sentences at their fields; returns what there is to say about the whole form. */
export function showProfileFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): string {
  const said = showFailure(form, error, m.staff.account.failedToSaveYourProfile);
  const wait = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null;
  return wait
    ? said + m.staff.account.youCanTryAgainIn2({ describeWait: describeWait(wait) })
    : said;
}
