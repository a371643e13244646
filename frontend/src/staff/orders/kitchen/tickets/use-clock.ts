import { useCallback, useEffect, useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { orderZone } from "@/domain/orders/order-zone";
import { onClockSet, presentTime } from "@/domain/time/server-clock";
import { dayInZone, formatTimeOfDay, formatWeekday } from "@/domain/time/time";

const TICK_MS = 10_000;

export type SayWhen = (instant: Date, order: StaffOrder) => string;

/** The present, often enough that minutes are right; at once again when the tablet wakes up. */
export function useNow(): Date {
  const [now, setNow] = useState(presentTime);
  const look = useCallback(() => setNow(presentTime()), []);
  useEffect(() => {
    const timer = setInterval(look, TICK_MS);
    document.addEventListener("visibilitychange", look);
    const stop = onClockSet(look);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look]);
  return now;
}

/** Says times on the clock of where each order is picked up, with the day when it is not today. */
export function sayWhen(now: Date): SayWhen {
  return (instant, order) => {
    const zone = orderZone(order);
    const time = formatTimeOfDay(instant, zone);
    const isToday = dayInZone(instant, zone) === dayInZone(now, zone);
    return isToday ? time : `${formatWeekday(instant, zone, now)} ${time}`;
  };
}
