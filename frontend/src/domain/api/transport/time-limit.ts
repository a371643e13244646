import { messages as m } from "@/messages";

/**
 * A signal that aborts when the time is over or, before that, with `outer`. What AbortSignal.timeout and
 * AbortSignal.any do in browsers newer than the oldest that the screens are made for.
 */
export function withTimeLimit(milliseconds: number, outer?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException(m.failures.timeout, "TimeoutError")),
    milliseconds,
  );
  if (outer?.aborted) limit.abort(outer.reason);
  outer?.addEventListener("abort", () => limit.abort(outer.reason), { once: true });
  limit.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return limit.signal;
}
