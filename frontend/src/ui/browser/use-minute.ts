import { useEffect, useState } from "react";

const TICK_MS = 20_000;

/** The present, often enough that ages in minutes are right. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
