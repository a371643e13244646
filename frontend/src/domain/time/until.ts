/** Until when something holds that ends by itself: a pause, a sold-out menu item, a busy hour. */
import { messages as m } from "@/messages";
import { dayInZone, formatDay, formatTimeOfDay, nextDayInZone } from "./time";

const MINUTE_MS = 60_000;

/** That many minutes from now, at the full minute, since that is what screens show. */
export function minutesFromNow(minutes: number, now: Date): Date {
  return new Date(Math.ceil(now.getTime() / MINUTE_MS + minutes) * MINUTE_MS);
}

/** "until 6:20 PM", "until tomorrow at 4:00 AM", "until Monday, November 23 at 4:00 AM". */
export function untilLabel(end: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(end, zone);
  const day = findDay(end, zone, now);
  if (day === "today") return m.opening.untilTime({ time });
  return day === "tomorrow"
    ? m.opening.untilTomorrow({ time })
    : m.opening.untilDay({ day: formatDay(end, zone), time });
}

/** Which day that is in the zone, seen from now. */
export function findDay(end: Date, zone: string, now: Date): "today" | "tomorrow" | "other" {
  const day = dayInZone(end, zone);
  if (day === dayInZone(now, zone)) return "today";
  return day === nextDayInZone(now, zone) ? "tomorrow" : "other";
}
