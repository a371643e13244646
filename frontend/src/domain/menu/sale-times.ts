/** When a menu item is sold: weekly times on the truck's clock, decided as the server decides them. Pure. */
import type { MenuItem } from "@/domain/api/public-types";
import type { components } from "@/domain/api/schema.gen";
import { WEEKDAYS, type Weekday } from "@/domain/time/calendar-day";
import { instantOf, parseTimeOfDay } from "@/domain/time/local-times-and-instants";
import { wallClock } from "@/domain/time/wall-clock";

export type SaleTime = components["schemas"]["SaleTime"];

type Times = readonly SaleTime[] | undefined;

/** A weekly time comes again within a week, or within two where the clocks skip it. */
const DAYS_AHEAD = 15;
/** One that ends after midnight began the day before. */
const DAYS_BEFORE = 1;

/** Whether it is sold at the instant; at the end of a time it is not. Without times it always is. */
export function isServedAt(times: Times, zone: string, instant: Date): boolean {
  if (!times || times.length === 0) return true;
  return spansOf(times, zone, instant, 1).some(([start, end]) => start <= instant && instant < end);
}

/** The next instant at which a time starts or ends; null without times. */
export function nextMealEdge(times: Times, zone: string, instant: Date): Date | null {
  if (!times || times.length === 0) return null;
  const edges = spansOf(times, zone, instant)
    .flat()
    .filter((edge) => edge > instant);
  return edges.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

/** When a screen that shows the menu has to read it again, as ISO 8601: something starts or ends to be served. */
export function nextMealChange(
  menu: readonly Pick<MenuItem, "saleTimes">[],
  zone: string,
  now: Date,
): string | undefined {
  // Most menu items of a truck share their times.
  const different = new Map(menu.map(({ saleTimes }) => [JSON.stringify(saleTimes), saleTimes]));
  return [...different.values()]
    .flatMap((times) => nextMealEdge(times, zone, now)?.toISOString() ?? [])
    .sort()[0];
}

/**
 * The spans that begin from the day before the instant on. An end that is not after its start is on the next day; of
 * some, the clocks of a night in spring leave nothing.
 */
function spansOf(
  times: readonly SaleTime[],
  zone: string,
  instant: Date,
  daysAhead = DAYS_AHEAD,
): [Date, Date][] {
  const today = wallClock(instant, zone);
  const spans: [Date, Date][] = [];
  for (const { weekdays, startTime, endTime } of times) {
    const [start, end] = [parseTimeOfDay(startTime), parseTimeOfDay(endTime)];
    if (!start || !end) continue;
    const isNextDay = endTime <= startTime;
    for (let ahead = -DAYS_BEFORE; ahead < daysAhead; ahead += 1) {
      const day = { ...today, day: today.day + ahead, second: 0 };
      if (!weekdays.includes(weekdayOf(day))) continue;
      const last = { ...day, day: day.day + (isNextDay ? 1 : 0) };
      const span: [Date, Date] = [
        instantOf({ ...day, ...start }, zone),
        instantOf({ ...last, ...end }, zone),
      ];
      if (span[0] < span[1]) spans.push(span);
    }
  }
  return spans;
}

function weekdayOf({ year, month, day }: { year: number; month: number; day: number }): Weekday {
  const place = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  return WEEKDAYS[place] ?? "mon";
}
