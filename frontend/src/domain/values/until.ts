/** Until when something holds that ends by itself: a pause, a sold-out menu item, a busy hour. */
import { messages as m } from "@/messages";
import { dayInZone, formatDay, formatTimeOfDay } from "./time";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** That many minutes from now, at the full minute, since that is what screens show. */
export function minutesFromNow(minutes: number, now: Date): Date {
  return new Date(Math.ceil(now.getTime() / MINUTE_MS + minutes) * MINUTE_MS);
}

/** "until 6:20 PM", "until tomorrow at 4:00 AM", "until Monday, November 23 at 4:00 AM". */
export function untilLabel(end: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(end, zone);
  const day = dayLabel(end, zone, now);
  return day ? m.domain.values.untilAt({ day, time }) : m.domain.values.until({ time });
}

/** "Back at 6:20 PM", "Back tomorrow at 4:00 AM", "Back on Monday, November 23 at 4:00 AM". */
export function returnLabel(end: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(end, zone);
  const day = dayLabel(end, zone, now);
  if (!day) return m.domain.values.backAt({ time });
  return day === "tomorrow"
    ? m.domain.values.backTomorrowAt({ time })
    : m.domain.values.backOnAt({ day, time });
}

/** The day in words; empty for today. */
function dayLabel(end: Date, zone: string, now: Date): string {
  const day = dayInZone(end, zone);
  if (day === dayInZone(now, zone)) return "";
  const tomorrow = dayInZone(new Date(now.getTime() + DAY_MS), zone);
  return day === tomorrow ? "tomorrow" : formatDay(end, zone);
}
