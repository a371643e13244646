import { useEffect, useRef } from "react";
import { serverNow } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";

/** The stream says it first; this is for a screen whose stream is cut. */
const GRACE_MS = 3_000;
/** This clock may be ahead of the server's, which alone decides. */
const AGAIN_MS = 15_000;
const LONGEST_TIMER_MS = 3_600_000;

/** Asks again once an instant of the API has passed, until the answer no longer names it. */
export function useWhenOver(end: string | null | undefined, ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const at = parseInstant(end)?.getTime();
    if (at === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (delay: number) => {
      timer = setTimeout(
        () => {
          if (serverNow() >= at) latest.current();
          wait(Math.max(AGAIN_MS, at - serverNow() + GRACE_MS));
        },
        Math.min(delay, LONGEST_TIMER_MS),
      );
    };
    wait(Math.max(0, at - serverNow()) + GRACE_MS);
    return () => clearTimeout(timer);
  }, [end]);
}
