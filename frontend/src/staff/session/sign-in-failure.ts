import { ApiError, isUnreachable } from "@/domain/api/errors";
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
