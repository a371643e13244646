import { useEffect, useState } from "react";
import { onClockSet, presentTime } from "@/domain/time/server-clock";

const TICK_MS = 20_000;

/** The present, often enough that ages in minutes are right. */
export function useMinute(): Date {
  const [now, setNow] = useState(presentTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(presentTime()), TICK_MS);
    const stop = onClockSet(() => setNow(presentTime()));
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return now;
}
