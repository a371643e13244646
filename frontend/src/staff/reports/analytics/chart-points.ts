import type { Analytics } from "@/domain/api/staff-types";
import { daysBetween, longDay, shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";

/** One bar: an hour or a day. */
export interface Point {
  key: string;
  /** On the axis: "Nov 21", "6 PM". */
  label: string;
  /** In the table and in sentences: "Sat, Nov 21, 2026". */
  name: string;
  revenue: number;
  orders: number;
}

export type Measure = "revenue" | "orders";

/** Every day of the period, those without a sale too: a gap is news. */
export function dayPoints({ from, to, byDay }: Analytics): Point[] {
  const known = new Map(byDay.map((day) => [day.date, day]));
  return daysBetween(from, to).map((date) => ({
    key: date,
    label: shortDay(date),
    name: longDay(date),
    revenue: known.get(date)?.revenue ?? 0,
    orders: known.get(date)?.orders ?? 0,
  }));
}

/** The hours from the first sale to the last, and one more on each side: the nights say nothing. */
export function hourPoints({ byHour }: Analytics): Point[] {
  const known = new Map(byHour.map((hour) => [hour.hour, hour]));
  const busy = byHour.filter(({ orders }) => orders > 0).map(({ hour }) => hour);
  if (busy.length === 0) return [];
  const first = Math.max(0, Math.min(...busy) - 1);
  const last = Math.min(23, Math.max(...busy) + 1);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place).map((hour) => ({
    key: String(hour),
    label: hourLabel(hour),
    name: hourName(hour),
    revenue: known.get(hour)?.revenue ?? 0,
    orders: known.get(hour)?.orders ?? 0,
  }));
}

/** The tallest bar; the first of equals, null when nothing was sold. */
export function peakOf(points: readonly Point[], measure: Measure): Point | null {
  const peak = points.reduce<Point | null>(
    (best, point) => (best && best[measure] >= point[measure] ? best : point),
    null,
  );
  return peak && peak[measure] > 0 ? peak : null;
}

const HOUR_MS = 3_600_000;

/** Of 18: "6 PM", "6 p.m.". */
export function hourLabel(hour: number): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    hour: "numeric",
    hour12: true,
    timeZone: "UTC",
  });
  // Browsers differ in which space stands before the half of the day.
  return format.format(hour * HOUR_MS).replace(/\s/g, " ");
}

/** Of 18: "6 PM to 7 PM", "6 p.m. a 7 p.m.". */
export function hourName(hour: number): string {
  const [from, to] = [hourLabel(hour), hourLabel((hour + 1) % 24)];
  return m.common.fromTo({ from, to });
}
