import { useSearchParams } from "react-router";
import {
  addDays,
  type CalendarDay,
  daysOfWeek,
  isCalendarDay,
  mondayOf,
  startOfDay,
} from "@/domain/time/calendar-day";
import { dayInZone } from "@/domain/time/wall-clock";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { withParams } from "@/ui/browser/with-params-and-param-once";

/** As far as the stops of a series are made. */
const LIST_DAYS = 56;

type ScheduleView = "week" | "list";

export interface SchedulePeriod {
  view: ScheduleView;
  today: CalendarDay;
  monday: CalendarDay;
  /** The days of the week; null for the list, which shows the days that have stops. */
  days: CalendarDay[] | null;
  /** The period as instants of the API. */
  from: string;
  to: string;
  choose: (view: ScheduleView) => void;
  /** That many weeks on or back. */
  move: (weeks: number) => void;
  showToday: () => void;
  /** Shows the week of a day, unless the list does. */
  showDay: (day: CalendarDay) => void;
}

/** Which days are shown, on the clock of the truck; in the address, so that the way back leads to the same. */
export function useSchedulePeriod(zone: string): SchedulePeriod {
  const [params, setParams] = useSearchParams();
  const today = dayInZone(useNow(), zone);
  const view = params.get("view") === "list" ? "list" : "week";
  const wanted = params.get("week");
  const monday = mondayOf(isCalendarDay(wanted) ? wanted : today);
  const [first, end] =
    view === "list" ? [today, addDays(today, LIST_DAYS)] : [monday, addDays(monday, 7)];
  const set = (name: string, value: string | null) =>
    setParams((present) => withParams(present, { [name]: value }), { replace: true });
  return {
    view,
    today,
    monday,
    days: view === "list" ? null : daysOfWeek(monday),
    from: startOfDay(first, zone).toISOString(),
    to: startOfDay(end, zone).toISOString(),
    choose: (next) => set("view", next === "list" ? "list" : null),
    move: (weeks) => set("week", addDays(monday, weeks * 7)),
    showToday: () => set("week", null),
    showDay: (day) => set("week", mondayOf(day)),
  };
}
