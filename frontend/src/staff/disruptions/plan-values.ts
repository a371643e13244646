/** What the form of a change of plan holds, and what of it is sent. */
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { instantOf, parseTimeOfDay, wallClock } from "@/domain/time/time";
import type { Kind, Plan } from "./api";

/** The names are the server's, for its sentences about single fields. */
export interface PlanValues {
  minutes: number;
  extendEnd: boolean;
  placeId: string;
  /** HH:MM on the clock of the place. */
  endsAt: string;
  sentence: string;
}

const STEP_MS = 5 * 60_000;
const LATE_MINUTES = 20;

/** What stands in the form at first, so that most changes need no typing. */
export function firstValues(stop: Stop, placeId: string, now: Date): PlanValues {
  return {
    minutes: LATE_MINUTES,
    extendEnd: false,
    placeId,
    endsAt: timeOfDay(likelyEnd(stop, now), stop),
    sentence: "",
  };
}

/** The next five minutes of the clock, while the stop lasts. */
function likelyEnd(stop: Stop, now: Date): Date {
  const soon = Math.ceil(now.getTime() / STEP_MS) * STEP_MS;
  const earliest = Math.max(soon, opensAt(stop).getTime() + STEP_MS);
  return new Date(Math.min(earliest, closesAt(stop).getTime() - STEP_MS));
}

function timeOfDay(instant: Date, stop: Stop): string {
  const { hour, minute } = wallClock(instant, stop.place.timezone);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Only what belongs to the kind. */
export function planOf(kind: Kind, values: PlanValues, stop: Stop): Plan {
  const sentence = values.sentence.trim();
  const common = { kind, ...(sentence ? { sentence } : {}) };
  if (kind === "late") return { ...common, minutes: values.minutes, extendEnd: values.extendEnd };
  if (kind === "moved") return { ...common, placeId: values.placeId };
  if (kind === "ends_early") return { ...common, endsAt: instantOfEnd(values.endsAt, stop) };
  return common;
}

/** The time of day on the clock of the place; after midnight for a stop that lasts so long. */
function instantOfEnd(text: string, stop: Stop): string | null {
  const time = parseTimeOfDay(text);
  if (!time) return null;
  const zone = stop.place.timezone;
  const firstDay = wallClock(opensAt(stop), zone);
  const [sameDay, nextDay] = [0, 1].map((days) =>
    instantOf({ ...firstDay, ...time, day: firstDay.day + days, second: 0 }, zone),
  ) as [Date, Date];
  return (sameDay > opensAt(stop) ? sameDay : nextDay).toISOString();
}
