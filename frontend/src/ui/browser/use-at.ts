import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { presentTime, serverNow } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/wall-clock";
import { tellAt } from "./use-now";

const SECOND_MS = 1_000;
/** The stream says it first; and a page's clock may be ahead of the server's, which alone decides. */
const GRACE_MS = 3_000;
/** Pages that are open at the same truck must not ask in the same instant. */
const SPREAD_MS = 2_000;
const AGAIN_MS = 15_000;
/** Often enough that ages in minutes are right. */
const AGE_MS = 10_000;
const LONGEST_TIMER_MS = 3_600_000;

let present: Date | null = null;

/** The present, for what is told in minutes since or until then. */
export function usePresent(): Date {
  return useSyncExternalStore(tellEachAge, () => {
    present ??= presentTime();
    return present;
  });
}

function tellEachAge(tell: () => void): () => void {
  const renew = () => {
    present = null;
    tell();
  };
  const stop = tellAt(() => serverNow() + AGE_MS, renew);
  return () => {
    stop();
    present = null;
  };
}

/**
 * Asks the server a moment after each instant of the API that passes, also when the next one is named before the answer;
 * with `again`, as long as the answer still names it.
 */
export function useAt(instant: string | null | undefined, ask: () => void, again = false): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const at = parseInstant(instant)?.getTime();
    if (at === undefined) return;
    const grace = GRACE_MS + Math.random() * SPREAD_MS;
    const askForIt = latest.current;
    // A page that slept meanwhile asks a moment after it has woken.
    let due: number | null = Math.max(at, serverNow()) + grace;
    let hasAsked = false;
    const stop = tellAt(
      () => due && atMost(due),
      () => {
        if (due === null || serverNow() < due) return;
        due = again ? serverNow() + AGAIN_MS : null;
        hasAsked = true;
        latest.current();
      },
    );
    return () => {
      stop();
      if (!again && !hasAsked && serverNow() >= at) setTimeout(askForIt, grace);
    };
  }, [instant, again]);
}

/** Whether an instant (ISO 8601) has passed; says so at that moment, without asking the server. */
export function useIsPast(instant: string | null): boolean {
  return (
    useSecondsUntil(instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant), 0) === 0
  );
}

/** The whole seconds until an instant (ms), once no more than `counted` are left; null before. */
export function useSecondsUntil(
  instant: number,
  counted = Number.POSITIVE_INFINITY,
): number | null {
  const tellEach = useCallback(
    (tell: () => void) =>
      tellAt(() => {
        const left = instant - serverNow();
        if (!(left > 0) || left === Number.POSITIVE_INFINITY) return null;
        const isCounted = left <= counted * SECOND_MS;
        return isCounted
          ? serverNow() + (left % SECOND_MS || SECOND_MS)
          : atMost(instant - counted * SECOND_MS);
      }, tell),
    [instant, counted],
  );
  return useSyncExternalStore(tellEach, () => {
    const seconds = Math.max(0, Math.ceil((instant - serverNow()) / SECOND_MS));
    return seconds <= counted ? seconds : null;
  });
}

/** A timer that is set for longer may never fire. */
function atMost(at: number): number {
  return Math.min(at, serverNow() + LONGEST_TIMER_MS);
}
