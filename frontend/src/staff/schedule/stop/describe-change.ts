import { noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time";
import { describeEdit } from "@/forms/describe-edit";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { Place } from "@/staff/schedule/api";
import type { StopValues } from "./stop-values";

const labels = (): Record<keyof StopValues, string> => ({
  placeId: m.staff.schedule.place,
  date: m.staff.schedule.day,
  startTime: m.staff.schedule.from,
  endTime: m.staff.schedule.until,
  note: m.staff.schedule.noteOptional,
  preorderMinutes: m.staff.schedule.preordersStart,
  lastOrderMinutes: m.staff.schedule.lastOrders,
  slotMinutes: m.staff.capacity.slotLength,
  slotCapacity: m.staff.capacity.unitsPerSlot,
  walkUpShare: m.staff.capacity.keptForCounter,
  repeats: m.staff.schedule.repeatEveryWeek,
  weekdays: m.staff.schedule.on,
  untilDate: m.staff.schedule.lastDayOptional,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<StopValues>, places: readonly Place[] = []) =>
  describeEdit(change, labels(), (value, field) => {
    const number = Number(value);
    if (field === "placeId") return places.find(({ _id }) => _id === value)?.name;
    if (field === "date") return formatDay(noonOf(String(value)), "UTC");
    if (field === "preorderMinutes") return m.staff.schedule.beforeItOpens({ minutes: number });
    if (field === "lastOrderMinutes") return m.staff.schedule.beforeItCloses({ minutes: number });
    if (field === "slotMinutes") return m.staff.capacity.minutes({ minutes: number });
    if (field === "slotCapacity") return value || m.staff.capacity.noLimit;
    if (field === "walkUpShare") return m.staff.capacity.share({ share: number });
    return value || m.forms.record.empty;
  });
