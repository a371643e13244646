/** What the form of a stop holds, and what of it is sent. */
import { SLOT_MINUTES } from "@/staff/capacity/hourly";
import type { Place, SeriesChange, StaffStop, StopChange } from "@/staff/schedule/api";
import { addDays, type CalendarDay } from "@/staff/schedule/calendar-day";
import type { StopDraft } from "./stop-drawer";

export interface StopValues {
  placeId: string;
  date: CalendarDay;
  /** HH:MM on the clock of the place. */
  startTime: string;
  endTime: string;
  note: string;
  /** Whole minutes, as the lists of choices hold them. */
  preorderMinutes: string;
  lastOrderMinutes: string;
  slotMinutes: string;
  /** Units, as they are typed; empty: no limit. */
  slotCapacity: string;
  /** Whole percent. */
  walkUpShare: string;
  repeats: boolean;
  weekdays: string[];
  /** Empty: until further notice. */
  untilDate: string;
}

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const FIRST_STOP = { startTime: "11:00", endTime: "14:00" };
const DEFAULTS = {
  preorderMinutes: "1440",
  lastOrderMinutes: "15",
  slotMinutes: "10",
  slotCapacity: "",
  walkUpShare: "0",
};

/** The form of a stop that exists. */
export function draftOf(stop: StaffStop): StopDraft {
  return { stop, values: valuesOf(stop) };
}

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
  const like = latest ? valuesOf(latest) : { ...DEFAULTS, ...FIRST_STOP };
  return {
    stop: null,
    values: { ...like, placeId, date, note: "", ...weekly(date) },
  };
}

/** The form of a copy of a stop, a week later. */
export function copyOf(stop: StaffStop): StopDraft {
  const date = addDays(stop.date, 7);
  return { stop: null, values: { ...valuesOf(stop), date, ...weekly(date) } };
}

function valuesOf(stop: StaffStop): StopValues {
  return {
    placeId: stop.place._id,
    date: stop.date,
    startTime: stop.startTime,
    endTime: stop.endTime,
    note: stop.note,
    preorderMinutes: String(stop.preorderMinutes),
    lastOrderMinutes: String(stop.lastOrderMinutes),
    slotMinutes: String(stop.slotMinutes),
    slotCapacity: stop.slotCapacity === null ? "" : String(stop.slotCapacity),
    walkUpShare: String(stop.walkUpShare),
    ...weekly(stop.date),
  };
}

function weekly(date: CalendarDay): Pick<StopValues, "repeats" | "weekdays" | "untilDate"> {
  const weekday = WEEKDAYS[(new Date(date).getUTCDay() + 6) % WEEKDAYS.length];
  return { repeats: false, weekdays: weekday ? [weekday] : [], untilDate: "" };
}

/** A new stop, as the API takes it. */
export function newStop(values: StopValues): StopChange {
  return { ...shared(values), date: values.date };
}

/** A new series, as the API takes it. */
export function newSeries(values: StopValues): SeriesChange {
  return {
    ...shared(values),
    weekdays: values.weekdays,
    fromDate: values.date,
    ...(values.untilDate ? { untilDate: values.untilDate } : {}),
  };
}

/** The fields that differ from those of the stop. */
export function changesOf(values: StopValues, stop: StaffStop): StopChange {
  const [before, after] = [newStop(valuesOf(stop)), newStop(values)];
  const names = Object.keys(after) as (keyof StopChange)[];
  const changed = names.filter((name) => after[name] !== before[name]);
  // Both ends of a stop belong together: a day or one time alone says nothing.
  const times: (keyof StopChange)[] = ["date", "startTime", "endTime"];
  const sent = changed.some((name) => times.includes(name)) ? [...changed, ...times] : changed;
  return Object.fromEntries(sent.map((name) => [name, after[name]]));
}

function shared(values: StopValues) {
  const slotMinutes = SLOT_MINUTES.find((minutes) => String(minutes) === values.slotMinutes);
  return {
    placeId: values.placeId,
    startTime: values.startTime,
    endTime: values.endTime,
    note: values.note.trim(),
    preorderMinutes: Number(values.preorderMinutes),
    lastOrderMinutes: Number(values.lastOrderMinutes),
    ...(slotMinutes ? { slotMinutes } : {}),
    slotCapacity: values.slotCapacity.trim() === "" ? null : Number(values.slotCapacity),
    walkUpShare: Number(values.walkUpShare),
  };
}
