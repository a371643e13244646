import { useSearchParams } from "react-router";
import { addDays, type CalendarDay, isCalendarDay, mondayOf } from "@/domain/time/calendar-day";
import { DEFAULT_TIMEZONE, dayInZone } from "@/domain/time/time";
import { useNow } from "@/ui/browser/use-now";
import { withParams } from "@/ui/browser/with-params";

export type Span = "day" | "week";

export interface ComparedDays {
  span: Span;
  day: CalendarDay;
  from: CalendarDay;
  to: CalendarDay;
  hasToday: boolean;
  chooseSpan: (span: Span) => void;
  chooseDay: (day: CalendarDay) => void;
  /** That many days or weeks on or back. */
  move: (steps: number) => void;
  showToday: () => void;
}

const DAYS_OF = { day: 1, week: 7 };

/** Which day or week is compared, at first today; in the address, so that the way back leads to the same. */
export function useComparedDays(): ComparedDays {
  const [params, setParams] = useSearchParams();
  const today = dayInZone(useNow(), DEFAULT_TIMEZONE);
  const span: Span = params.get("span") === "week" ? "week" : "day";
  const wanted = params.get("day");
  const day = isCalendarDay(wanted) ? wanted : today;
  const from = span === "week" ? mondayOf(day) : day;
  const to = addDays(from, DAYS_OF[span] - 1);
  const set = (name: string, value: string | null) =>
    setParams((present) => withParams(present, { [name]: value }), { replace: true });
  return {
    span,
    day,
    from,
    to,
    hasToday: from <= today && today <= to,
    chooseSpan: (next) => set("span", next === "week" ? next : null),
    chooseDay: (next) => isCalendarDay(next) && set("day", next === today ? null : next),
    move: (steps) => set("day", addDays(from, steps * DAYS_OF[span])),
    showToday: () => set("day", null),
  };
}
