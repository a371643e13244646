import { noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { Place } from "@/staff/schedule/api";
import type { StopValues } from "./stop-values";

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
