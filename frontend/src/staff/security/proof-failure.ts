import { ApiError, errorMessage } from "@/domain/api/errors";
import type { ProofMethod } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { describeSignInFailure, describeWait } from "@/staff/session/sign-in-failure";

/** Why a proof was not taken, and after too many wrong ones how long to wait. */
export function describeProofFailure(error: unknown, method?: ProofMethod): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (method && isWrong(error)) {
    if (method === "recovery_code") return m.proof.recoveryCodeWrong;
    if (method === "passkey") return m.passkeys.refused;
  }
  const { sentence, fields, waitSeconds } = describeSignInFailure(error);
  const said = Object.values(fields)[0] ?? sentence;
  return waitSeconds ? m.proof.waitFor({ error: said, wait: describeWait(waitSeconds) }) : said;
}

/** The server answers the same for every method: of a recovery code there is no newer one to try. */
function isWrong({ code, fields }: ApiError): boolean {
  return code === "second_factor_wrong" || "recoveryCode" in fields || "passkey" in fields;
}
