/** What the form of a stop holds, and what of it is sent. */
import type { UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import { StopRequest } from "@/domain/api/limits.gen";
import type { Stop } from "@/domain/schedule/current-stops";
import { type CalendarDay, noonOf } from "@/domain/time/calendar-day";
import { toZonedInput } from "@/domain/time/local-times-and-instants";
import { formatDay } from "@/domain/time/time-words";
import { defineRecordFields } from "@/forms/define-record-fields";
import { text } from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import type { Place, StopChange, StopSeries } from "@/staff/schedule/api";
import { SLOT_MINUTES, typedUnits } from "@/staff/schedule/capacity/capacity-units";

const filledIn = v.pipe(
  v.string(),
  v.nonEmpty(() => m.schedule.required),
);

export const USUAL_SLOT = 10;

export const PRICES_WITH_TAX = ["asTruck", "included", "added"] as const;

/** What is planned for one stop. */
export type StopPlan = ReturnType<typeof planOf>;

/** The form of a stop; `places` give a chosen one its name. */
export const stopFields = (places: readonly Place[]) =>
  defineRecordFields<StopPlan>()({
    placeId: {
      label: () => m.common.place,
      schema: filledIn,
      blank: "",
      read: (plan) => plan.placeId,
      show: (id) => places.find(({ _id }) => _id === id)?.name,
    },
    date: {
      label: () => m.common.day,
      schema: filledIn,
      blank: "",
      read: (plan) => plan.date,
      show: (date) => formatDay(noonOf(date), "UTC"),
    },
    /** HH:MM on the clock of the place. */
    startTime: {
      label: () => m.common.from,
      schema: filledIn,
      blank: "11:00",
      read: (plan) => plan.startTime,
    },
    endTime: {
      label: () => m.common.until,
      schema: filledIn,
      blank: "14:00",
      read: (plan) => plan.endTime,
    },
    note: {
      label: () => m.common.noteOptional,
      schema: text(StopRequest.note),
      blank: "",
      read: (plan) => plan.note,
    },
    preorderMinutes: {
      label: () => m.schedule.stop.preorders,
      schema: v.number(),
      blank: 1440,
      read: (plan) => plan.preorderMinutes,
      show: (minutes) => m.schedule.stop.beforeOpening({ minutes }),
    },
    lastOrderMinutes: {
      label: () => m.schedule.stop.lastOrders,
      schema: v.number(),
      blank: 15,
      read: (plan) => plan.lastOrderMinutes,
      show: (minutes) => m.schedule.stop.beforeClosing({ minutes }),
    },
    slotMinutes: {
      label: () => m.capacity.slotLength,
      schema: v.picklist(SLOT_MINUTES),
      blank: USUAL_SLOT,
      read: (plan) => plan.slotMinutes,
      show: (minutes) => m.capacity.minutes({ minutes }),
    },
    /** No limit where it is left empty. */
    slotCapacity: {
      label: () => m.common.slotLimit,
      schema: typedUnits,
      blank: "",
      read: (plan) => String(plan.slotCapacity ?? ""),
      show: (units) => units || m.common.noLimit,
    },
    /** Whole percent. */
    walkUpShare: {
      label: () => m.capacity.counterShare,
      schema: v.number(),
      blank: 0,
      read: (plan) => plan.walkUpShare,
      show: (share) => m.capacity.share({ share }),
    },
    /** Whether prices include tax, where the stop says otherwise than its truck. */
    pricesIncludeTax: {
      label: () => m.schedule.stop.pricesWithTax.label,
      schema: v.pipe(
        v.picklist(PRICES_WITH_TAX),
        v.transform((choice) => (choice === "asTruck" ? null : choice === "included")),
      ),
      blank: "asTruck",
      read: ({ pricesIncludeTax: included }) =>
        included === null ? "asTruck" : included ? "included" : "added",
      show: (choice) => m.schedule.stop.pricesWithTax[choice],
    },
    repeats: {
      label: () => m.schedule.stop.repeat,
      schema: v.boolean(),
      blank: false,
      read: () => false,
    },
    weekdays: {
      label: () => m.schedule.stop.weekdays,
      schema: v.array(v.string()),
      blank: [],
      read: () => [],
    },
    /** Empty: until further notice. */
    untilDate: {
      label: () => m.schedule.stop.lastDay,
      schema: v.string(),
      blank: "",
      read: () => "",
    },
  });
export const newStop = stopFields([]);
export const { valuesOf } = newStop;

type StopSchema = ReturnType<typeof stopFields>["schema"];
export type StopValues = v.InferInput<StopSchema>;
export type SentStop = v.InferOutput<StopSchema>;
export type StopFormApi = UseFormReturn<StopValues, unknown, SentStop>;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export function planOf(stop: Stop) {
  const { place, ...settings } = settingsOf(stop);
  return {
    ...settings,
    placeId: place._id,
    date: stop.date,
    slotMinutes: slotMinutesOf(stop),
    pricesIncludeTax: stop.pricesIncludeTax ?? null,
  };
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
  return SLOT_MINUTES.find((minutes) => minutes === slotMinutes) ?? USUAL_SLOT;
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

/**
 * The fields that differ from those of the stop, without its day: a time that stays may be another at later stops. Those
 * have prices as the truck has them, unless a single one says otherwise.
 */
export function seriesChangesOf(plan: StopPlan, stored: StopPlan): StopChange {
  const sent = changedNames(plan, stored).filter(
    (name) => name !== "date" && name !== "pricesIncludeTax",
  );
  return Object.fromEntries(sent.map((name) => [name, plan[name]]));
}

function changedNames(plan: StopPlan, stored: StopPlan): (keyof StopPlan)[] {
  const names = Object.keys(plan) as (keyof StopPlan)[];
  return names.filter((name) => plan[name] !== stored[name]);
}
