import { useCallback, useEffect, useMemo, useState } from "react";
import { dayInZone, formatTimeOfDay } from "@/domain/time/time";
import { currentLocale } from "@/messages/language";

const TICK_MS = 10_000;

export type SayWhen = (instant: Date) => string;

/** The present, often enough that minutes are right; at once again when the tablet wakes up. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  const look = useCallback(() => setNow(new Date()), []);
  useEffect(() => {
    const timer = setInterval(look, TICK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look]);
  return now;
}

/** Says times as the truck's clock shows them; each instant is put into words once a day. */
export function useSayWhen(zone: string, now: Date): SayWhen {
  const today = dayInZone(now, zone);
  return useMemo(() => sayWhen(zone, today), [zone, today]);
}

/** A time of day in the zone, with the day when it is not today. */
export function sayWhen(zone: string, today: string): SayWhen {
  const said = new Map<number, string>();
  return (instant) => {
    const known = said.get(instant.getTime());
    if (known !== undefined) return known;
    const time = formatTimeOfDay(instant, zone);
    const isToday = dayInZone(instant, zone) === today;
    const text = isToday ? time : `${weekdayOf(instant, zone)} ${time}`;
    said.set(instant.getTime(), text);
    return text;
  };
}

function weekdayOf(instant: Date, zone: string): string {
  // Format in UTC: an unknown time zone was already handled above.
  const noon = new Date(`${dayInZone(instant, zone)}T12:00:00Z`);
  return new Intl.DateTimeFormat(currentLocale(), { timeZone: "UTC", weekday: "short" }).format(
    noon,
  );
}
