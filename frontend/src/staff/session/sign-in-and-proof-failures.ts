import { ApiError, errorMessage, isUnreachable } from "@/domain/api/errors";
import type { ProofMethod } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";

interface SignInFailure {
  sentence: string;
  fields: Record<string, string>;
  /** After too many failures: how long no further try is looked at. */
  waitSeconds: number | null;
  /** Strangers have guessed too often: only known devices, a passkey or a link by e-mail get in. */
  isShut: boolean;
}

/** What a failed sign-in says: the server's sentence, or why there is none. */
export function describeSignInFailure(error: unknown): SignInFailure {
  if (!(error instanceof ApiError))
    return { sentence: m.signIn.failed, fields: {}, waitSeconds: null, isShut: false };
  const hasReason = error.fromServer || isUnreachable(error) || typeof error.body === "string";
  return {
    sentence: hasReason ? error.message : m.signIn.failed,
    fields: error.fields,
    waitSeconds: error.status === 429 ? error.retryAfterSeconds : null,
    isShut: error.code === "sign_in_shut",
  };
}

/** A wait in words: "1 minute 5 seconds". */
export function describeWait(seconds: number): string {
  return m.signIn.wait({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

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
