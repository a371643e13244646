import { useEffect, useRef } from "react";
import { serverNow } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";

/** A page's clock may be ahead of the server's by less. */
const GRACE_MS = 3_000;
/** Pages that are open at the same truck must not ask in the same instant. */
const SPREAD_MS = 2_000;
const LONGEST_TIMER_MS = 3_600_000;

/**
 * Asks once after each instant of the API that passes, also when the next one is named before the answer. A page that
 * slept meanwhile asks a moment after it has woken.
 */
export function useWhenPassed(instant: string | null | undefined, ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const at = parseInstant(instant)?.getTime();
    if (at === undefined) return;
    const grace = GRACE_MS + Math.random() * SPREAD_MS;
    const askForIt = latest.current;
    let timer: ReturnType<typeof setTimeout>;
    let hasAsked = false;
    const wait = () => {
      const left = at + grace - serverNow();
      timer = setTimeout(
        () => (left > LONGEST_TIMER_MS ? wait() : answer()),
        Math.min(left, LONGEST_TIMER_MS),
      );
    };
    const answer = () => {
      hasAsked = true;
      latest.current();
    };
    wait();
    return () => {
      clearTimeout(timer);
      if (!hasAsked && serverNow() >= at) setTimeout(askForIt, grace);
    };
  }, [instant]);
}
