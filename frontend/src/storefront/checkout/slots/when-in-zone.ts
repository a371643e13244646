import { dayInZone, formatTimeOfDay, formatWeekday } from "@/domain/time/time";
import { messages as m } from "@/messages";

/** A time of day in a zone with its day, unless that is today: "11:00 AM", "Tue 11:00 AM". */
export function whenInZone(instant: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(instant, zone);
  return dayInZone(instant, zone) === dayInZone(now, zone)
    ? m.opening.timeToday({ time })
    : m.opening.timeOnDay({ day: formatWeekday(instant, zone, now), time });
}
