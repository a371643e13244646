import type { components } from "@/domain/api/schema.gen";
import { timeInWords, weekdayInWords } from "@/domain/time/calendar-words";
import { parseTimeOfDay } from "@/domain/time/zoned-instant";
import { messages as m } from "@/messages";
import { currentLanguage } from "@/messages/language";

export type SaleTime = components["schemas"]["SaleTime"];

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** "Sold Mon to Fri, 7:00 AM to 11:00 AM", on the truck's clock; empty for what is always sold. */
export function saleTimeSentence(times: readonly SaleTime[] | undefined): string {
  if (!times || times.length === 0) return "";
  return m.menuItem.sold.at({ times: times.map(spanInWords).join("; ") });
}

function spanInWords({ weekdays, startTime, endTime }: SaleTime): string {
  const hours = { from: inWords(startTime), to: inWords(endTime) };
  if (weekdays.length === WEEKDAYS.length) return m.menuItem.sold.daily(hours);
  return m.menuItem.sold.on({ days: daysInWords(weekdays), ...hours });
}

/** Three days or more in a row are said by the first and the last. */
function daysInWords(weekdays: readonly string[]): string {
  const places = WEEKDAYS.flatMap((day, place) => (weekdays.includes(day) ? [place] : []));
  const [first = 0] = places;
  const last = places.at(-1) ?? first;
  if (places.length > 2 && last - first === places.length - 1) {
    return m.menuItem.sold.row({ first: weekdayName(first), last: weekdayName(last) });
  }
  return places.map(weekdayName).join(", ");
}

/** The short name of a day of the week; 0 is Monday. */
export function weekdayName(place: number): string {
  // A week that begins on a Monday.
  return weekdayInWords({ year: 2026, month: 6, day: place + 1 }, currentLanguage());
}

function inWords(time: string): string {
  const parsed = parseTimeOfDay(time);
  return parsed ? timeInWords(parsed, currentLanguage()) : time;
}
