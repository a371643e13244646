/** When a menu item is sold, in words, on the truck's clock. */
import { WEEKDAYS, weekdayName } from "@/domain/time/calendar-day";
import { parseTimeOfDay } from "@/domain/time/local-times-and-instants";
import { timeInWords } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import type { SaleTime } from "./sale-times";

/** "Served Mon to Fri, 7–11 AM", on the truck's clock; empty for what is always sold. */
export function saleTimeSentence(times: readonly SaleTime[] | undefined): string {
  if (!times || times.length === 0) return "";
  return m.menuItem.served.at({ times: times.map(spanInWords).join("; ") });
}

function spanInWords({ weekdays, startTime, endTime }: SaleTime): string {
  const hours = hoursInWords(startTime, endTime);
  if (weekdays.length === WEEKDAYS.length) return m.menuItem.served.daily({ hours });
  return m.menuItem.served.on({ days: daysInWords(weekdays), hours });
}

/** Three days or more in a row are said by the first and the last. */
function daysInWords(weekdays: readonly string[]): string {
  const places = WEEKDAYS.flatMap((day, place) => (weekdays.includes(day) ? [place] : []));
  const [first = 0] = places;
  const last = places.at(-1) ?? first;
  if (places.length > 2 && last - first === places.length - 1) {
    return m.menuItem.served.row({ first: weekdayName(first), last: weekdayName(last) });
  }
  return places.map(weekdayName).join(", ");
}

/** "7–11 AM", "11:30 AM–3 PM" */
function hoursInWords(startTime: string, endTime: string): string {
  const [from, to] = [inWords(startTime), inWords(endTime)];
  const half = to.slice(to.indexOf(" "));
  const isSameHalf = from.endsWith(half) && startTime < endTime;
  return `${isSameHalf ? from.slice(0, -half.length) : from}–${to}`;
}

function inWords(time: string): string {
  const parsed = parseTimeOfDay(time);
  return parsed ? timeInWords(parsed).replace(":00", "") : time;
}
