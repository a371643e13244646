import { useEffect, useRef } from "react";
import { parseInstant } from "@/domain/time/time";

/** This clock may be ahead of the server's, which alone decides. */
const GRACE_MS = 3_000;
/** Pages that are open at the same truck must not ask in the same instant. */
const SPREAD_MS = 2_000;
const LONGEST_TIMER_MS = 3_600_000;

/** Asks once after each instant of the API that passes, also when the next one is named before the answer. */
export function useWhenPassed(instant: string | null | undefined, ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const at = parseInstant(instant)?.getTime();
    if (at === undefined) return;
    const grace = GRACE_MS + Math.random() * SPREAD_MS;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = at + grace - Date.now();
      const isLong = left > LONGEST_TIMER_MS;
      timer = setTimeout(
        () => (isLong ? wait() : latest.current()),
        Math.min(left, LONGEST_TIMER_MS),
      );
    };
    wait();
    return () => {
      if (Date.now() < at) clearTimeout(timer);
    };
  }, [instant]);
}
