import { useEffect, useRef } from "react";
import { serverNow } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/wall-clock";
import { tellAt } from "./use-now-and-tell-at";

/** The stream says it first; and a page's clock may be ahead of the server's, which alone decides. */
const GRACE_MS = 3_000;
/** Pages that are open at the same truck must not ask in the same instant. */
const SPREAD_MS = 2_000;
const AGAIN_MS = 15_000;

/**
 * Asks the server a moment after each instant of the API that passes, also when the next one is named before the answer;
 * with `again`, as long as the answer still names it.
 */
export function useRefetchAfter(
  instant: string | null | undefined,
  ask: () => void,
  again = false,
): void {
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
      () => due,
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
