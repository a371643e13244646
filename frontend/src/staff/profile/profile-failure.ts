import { ApiError, errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { describeWait } from "@/staff/session/sign-in-failure";

/** Why the profile was not saved, and how long to wait after too many guesses of the password. */
export function explainProfileFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const said = `${m.profile.failed}: ${error.message}`;
  const wait = error.status === 429 ? error.retryAfterSeconds : null;
  return wait ? said + m.profile.tryAgainIn({ describeWait: describeWait(wait) }) : said;
}
