import { ApiError, errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { describeSignInFailure, describeWait } from "@/staff/session/sign-in-failure";

/** Why a proof was not taken, and after too many wrong ones how long to wait. */
export function describeProofFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const { sentence, fields, waitSeconds } = describeSignInFailure(error);
  const said = Object.values(fields)[0] ?? sentence;
  return waitSeconds
    ? m.staff.security.waitFor({ error: said, wait: describeWait(waitSeconds) })
    : said;
}
