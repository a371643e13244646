/** What the form of a disruption holds, and what of it is sent. */

import * as v from "valibot";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/current-stops";
import { wallClock } from "@/domain/time/wall-clock";
import { instantOf, parseTimeOfDay } from "@/domain/time/zoned-instant";
import { messages as m } from "@/messages";
import type { DisruptionRequest, Kind } from "./api";

export const [MIN_MINUTES, MAX_MINUTES] = [5, 180] as const;

/** The names are the server's, for its sentences about single fields. What belongs to another kind may be wrong. */
export const disruptionSchema = (kind: Kind) =>
  v.object({
    minutes: v.custom<number>(
      (minutes) => kind !== "late" || isDelay(Number(minutes)),
      () => m.plan.form.minutesInvalid({ least: MIN_MINUTES, most: MAX_MINUTES }),
    ),
    extendEnd: v.boolean(),
    placeId: v.string(),
    /** HH:MM on the clock of the place. */
    endsAt: v.string(),
    sentence: v.pipe(v.string(), v.trim()),
  });

export type DisruptionValues = v.InferInput<ReturnType<typeof disruptionSchema>>;

function isDelay(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= MIN_MINUTES && minutes <= MAX_MINUTES;
}

const STEP_MS = 5 * 60_000;
const LATE_MINUTES = 20;

/** What stands in the form at first, so that most changes need no typing. */
export function firstValues(stop: Stop, placeId: string, now: Date): DisruptionValues {
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
export function requestedOf(
  kind: Kind,
  values: DisruptionValues,
  stop: Stop,
  newPlace: DisruptionRequest["newPlace"] = null,
): DisruptionRequest {
  const { sentence } = values;
  const common = { kind, ...(sentence ? { sentence } : {}) };
  if (kind === "late") return { ...common, minutes: values.minutes, extendEnd: values.extendEnd };
  if (kind === "moved")
    return { ...common, ...(newPlace ? { newPlace } : { placeId: values.placeId }) };
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
