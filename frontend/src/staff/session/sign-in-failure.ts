import { ApiError, isUnreachable } from "@/domain/api/errors";

export const LOGIN_FAILED = "Login failed";

export interface SignInFailure {
  sentence: string;
  fields: Record<string, string>;
  /** After too many failures: how long no further try is looked at. */
  waitSeconds: number | null;
}

/** What a failed sign-in says: the server's sentence, or why there is none. */
export function describeSignInFailure(error: unknown): SignInFailure {
  if (!(error instanceof ApiError))
    return { sentence: LOGIN_FAILED, fields: {}, waitSeconds: null };
  const hasReason = error.fromServer || isUnreachable(error) || typeof error.body === "string";
  return {
    sentence: hasReason ? error.message : LOGIN_FAILED,
    fields: error.fields,
    waitSeconds: error.status === 429 ? error.retryAfterSeconds : null,
  };
}

/** A wait in words: "1 minute 5 seconds". */
export function describeWait(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 60), "minute"],
    [seconds % 60, "second"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ");
}
