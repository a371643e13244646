import type { StopGroup, StopGrouping } from "@/domain/api/staff-types";
import { longDay, shortDay } from "@/domain/time/calendar-day";
import { timeInWords } from "@/domain/time/calendar-words";
import { parseTimeOfDay } from "@/domain/time/zoned-instant";
import { messages as m } from "@/messages";
import { currentLanguage, currentLocale } from "@/messages/language";
import { withParams } from "@/ui/browser/address-params";

export const groupings = () =>
  [
    { value: "stop", label: m.common.stop },
    { value: "place", label: m.common.place },
    { value: "weekday", label: m.stopReport.weekday },
  ] as const;

export function readGrouping(search: URLSearchParams): StopGrouping {
  const asked = search.get("by");
  return groupings().find(({ value }) => value === asked)?.value ?? "stop";
}

export function writeGrouping(search: URLSearchParams, grouping: StopGrouping): URLSearchParams {
  return withParams(search, { by: grouping });
}

export function groupingTitle(grouping: StopGrouping): string {
  const titles = {
    stop: m.stopReport.byStop,
    place: m.stopReport.byPlace,
    weekday: m.stopReport.byWeekday,
  };
  return titles[grouping];
}

export function groupingUnit(grouping: StopGrouping): string {
  return groupings().find(({ value }) => value === grouping)?.label ?? "";
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const DAY_MS = 86_400_000;
/** A Monday. */
const SOME_MONDAY = Date.UTC(2024, 0, 1);

interface GroupNames {
  /** On the axis: "Nov 21", "Sat". */
  label: string;
  /** "Sat, Nov 21, 2026, Farmers market", "Farmers market", "Saturday". */
  name: string;
  /** What it is called, line by line, and what else tells it from others: its times, the truck where there are several. */
  lines: string[];
  more: string[];
}

/** How a stop, place or weekday is called; the truck too, where the report is about all of them. */
export function namesOf(group: StopGroup, hasTrucks: boolean): GroupNames {
  const truck = hasTrucks && group.truckName ? [group.truckName] : [];
  const { stop, weekday } = group;
  const place = group.placeName ?? "";
  if (stop) {
    const name = m.stopReport.dayAndPlace({ day: longDay(stop.date), place });
    const lines = [longDay(stop.date), place];
    return { label: shortDay(stop.date), name, lines, more: [timesOf(stop), ...truck] };
  }
  if (weekday) {
    const name = dayName(weekday, "long");
    return { label: dayName(weekday, "short"), name, lines: [name], more: [] };
  }
  return { label: place, name: place, lines: [place], more: truck };
}

type StopTimes = Pick<NonNullable<StopGroup["stop"]>, "startTime" | "endTime">;

/** 11:00 AM to 2:00 PM */
function timesOf({ startTime, endTime }: StopTimes): string {
  return m.common.hoursFromTo({ from: inWords(startTime), to: inWords(endTime) });
}

function inWords(time: string): string {
  const parsed = parseTimeOfDay(time);
  return parsed ? timeInWords(parsed, currentLanguage()) : time;
}

function dayName(code: string, weekday: "short" | "long"): string {
  const day = SOME_MONDAY + WEEKDAYS.indexOf(code) * DAY_MS;
  return new Intl.DateTimeFormat(currentLocale(), { weekday, timeZone: "UTC" }).format(day);
}
