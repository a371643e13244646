import { useEffect, useState } from "react";
import { onClockSet, serverNow } from "@/domain/time/server-clock";

const LONGEST_TIMER_MS = 3_600_000;

/** Whether an instant (ISO 8601) has passed; says so at that moment, without asking the server. */
export function useIsPast(instant: string | null): boolean {
  const at = instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant);
  const [, setTick] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = at - serverNow();
      if (left <= 0 || at === Number.POSITIVE_INFINITY) return;
      timer = setTimeout(
        () => {
          setTick((tick) => tick + 1);
          wait();
        },
        Math.min(left, LONGEST_TIMER_MS),
      );
    };
    wait();
    const stop = onClockSet(() => {
      clearTimeout(timer);
      setTick((tick) => tick + 1);
      wait();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [at]);
  return serverNow() >= at;
}
