/** What the form of a stop holds, and what of it is sent. */
import type { UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import { StopRequest } from "@/domain/api/limits.gen";
import type { Stop } from "@/domain/schedule/present-schedule";
import { addDays, type CalendarDay, noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time";
import { toZonedInput } from "@/domain/time/zoned-input";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { text } from "@/forms/schema";
import { messages as m } from "@/messages";
import type { Place, StaffStop, StopChange, StopSeries } from "@/staff/schedule/api";
import { SLOT_MINUTES, typedUnits } from "@/staff/schedule/capacity/hourly";

const filledIn = v.pipe(
  v.string(),
  v.nonEmpty(() => m.schedule.required),
);

export const stopSchema = v.object({
  placeId: filledIn,
  date: filledIn,
  /** HH:MM on the clock of the place. */
  startTime: filledIn,
  endTime: filledIn,
  note: text(StopRequest.note),
  preorderMinutes: v.number(),
  lastOrderMinutes: v.number(),
  slotMinutes: v.picklist(SLOT_MINUTES),
  /** No limit where it is left empty. */
  slotCapacity: typedUnits,
  /** Whole percent. */
  walkUpShare: v.number(),
  repeats: v.boolean(),
  weekdays: v.array(v.string()),
  /** Empty: until further notice. */
  untilDate: v.string(),
});

type StopValues = v.InferInput<typeof stopSchema>;
export type SentStop = v.InferOutput<typeof stopSchema>;
export type StopFormApi = UseFormReturn<StopValues, unknown, SentStop>;
type Weekly = Pick<StopValues, "repeats" | "weekdays" | "untilDate">;

/** A stop that is being added (without one that exists) or changed. */
export interface StopDraft {
  stop: StaffStop | null;
  values: StopValues;
}

/** What is planned for one stop. */
export type StopPlan = Omit<SentStop, keyof Weekly>;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const FIRST_STOP = { startTime: "11:00", endTime: "14:00" };
const DEFAULTS = {
  preorderMinutes: 1440,
  lastOrderMinutes: 15,
  slotMinutes: 10,
  slotCapacity: "",
  walkUpShare: 0,
} satisfies Partial<StopValues>;
const ONCE: Weekly = { repeats: false, weekdays: [], untilDate: "" };

/** The form of a new stop, as the latest one at the latest place, on the day after it. */
export function nextDraft(
  stops: readonly StaffStop[],
  places: readonly Place[],
  today: CalendarDay,
  day?: CalendarDay,
): StopDraft {
  const latest = stops.filter(({ status }) => status !== "cancelled").at(-1);
  const date = day ?? addDays(latest && latest.date > today ? latest.date : today, 1);
  const usable = places.filter(({ archivedAt }) => archivedAt === null);
  const placeId = usable.find(({ _id }) => _id === latest?.place._id)?._id ?? usable[0]?._id ?? "";
  const like = latest ? valuesOf(planOf(latest)) : { ...DEFAULTS, ...FIRST_STOP };
  return {
    stop: null,
    values: { ...like, placeId, date, note: "", ...weekly(date) },
  };
}

/** The form of a copy of a stop, a week later. */
export function copyOf(stop: StaffStop): StopDraft {
  const date = addDays(stop.date, 7);
  return { stop: null, values: { ...valuesOf(planOf(stop)), date, ...weekly(date) } };
}

export function planOf(stop: Stop): StopPlan {
  const { place, ...settings } = settingsOf(stop);
  return { ...settings, placeId: place._id, date: stop.date, slotMinutes: slotMinutesOf(stop) };
}

/** What is planned for a stop that is edited. Its end is the early one, if it has one, so that this can be made later. */
export function planToEdit(stop: Stop): StopPlan {
  const { endedEarlyAt, place } = stop;
  if (endedEarlyAt === null) return planOf(stop);
  const [, endTime = ""] = toZonedInput(endedEarlyAt, place.timezone).split("T");
  return { ...planOf(stop), endTime };
}

/** What a stop says of itself, and the rule of a series of each of its stops. */
export function settingsOf({
  place,
  startTime,
  endTime,
  note,
  preorderMinutes,
  lastOrderMinutes,
  slotMinutes,
  slotCapacity,
  walkUpShare,
}: Stop | StopSeries) {
  return {
    place,
    startTime,
    endTime,
    note,
    preorderMinutes,
    lastOrderMinutes,
    slotMinutes,
    slotCapacity,
    walkUpShare,
  };
}

function slotMinutesOf({ slotMinutes }: Stop) {
  return SLOT_MINUTES.find((minutes) => minutes === slotMinutes) ?? DEFAULTS.slotMinutes;
}

export function valuesOf(plan: StopPlan): StopValues {
  return { ...plan, slotCapacity: String(plan.slotCapacity ?? ""), ...ONCE };
}

function weekly(date: CalendarDay): Weekly {
  return { ...ONCE, weekdays: weekdaysOf(date) };
}

/** The day of the week as the only one; none without a date. */
export function weekdaysOf(date: CalendarDay): string[] {
  const weekday = WEEKDAYS[(new Date(date).getUTCDay() + 6) % WEEKDAYS.length];
  return weekday ? [weekday] : [];
}

/** The fields that differ from those of the stop; of day and times all, if one does. */
export function changesOf(plan: StopPlan, stored: StopPlan): StopChange {
  const changed = changedNames(plan, stored);
  const times: (keyof StopPlan)[] = ["date", "startTime", "endTime"];
  const sent = changed.some((name) => times.includes(name)) ? [...changed, ...times] : changed;
  return Object.fromEntries(sent.map((name) => [name, plan[name]]));
}

/** The fields that differ from those of the stop, without its day: a time that stays may be another at later stops. */
export function seriesChangesOf(plan: StopPlan, stored: StopPlan): StopChange {
  const sent = changedNames(plan, stored).filter((name) => name !== "date");
  return Object.fromEntries(sent.map((name) => [name, plan[name]]));
}

function changedNames(plan: StopPlan, stored: StopPlan): (keyof StopPlan)[] {
  const names = Object.keys(plan) as (keyof StopPlan)[];
  return names.filter((name) => plan[name] !== stored[name]);
}

const labels = (): Record<keyof StopValues, string> => ({
  placeId: m.common.place,
  date: m.common.day,
  startTime: m.common.from,
  endTime: m.common.until,
  note: m.common.noteOptional,
  preorderMinutes: m.schedule.stop.preorders,
  lastOrderMinutes: m.schedule.stop.lastOrders,
  slotMinutes: m.capacity.slotLength,
  slotCapacity: m.common.unitsPerSlot,
  walkUpShare: m.capacity.counterShare,
  repeats: m.schedule.stop.repeat,
  weekdays: m.schedule.stop.weekdays,
  untilDate: m.schedule.stop.lastDay,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<StopValues>, places: readonly Place[] = []) =>
  describeEdit(change, labels(), (value, field) => {
    const number = Number(value);
    if (field === "placeId") return places.find(({ _id }) => _id === value)?.name;
    if (field === "date") return formatDay(noonOf(String(value)), "UTC");
    if (field === "preorderMinutes") return m.schedule.stop.beforeOpening({ minutes: number });
    if (field === "lastOrderMinutes") return m.schedule.stop.beforeClosing({ minutes: number });
    if (field === "slotMinutes") return m.capacity.minutes({ minutes: number });
    if (field === "slotCapacity") return value || m.common.noLimit;
    if (field === "walkUpShare") return m.capacity.share({ share: number });
    return value || m.record.empty;
  });
