import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { addDays, type CalendarDay } from "@/domain/time/calendar-day";
import {
  type Place,
  type StaffStop,
  type StopProposal,
  stopProposalQuery,
} from "@/staff/schedule/api";
import { SLOT_MINUTES } from "@/staff/schedule/capacity/capacity-units";
import type { SchedulePeriod } from "@/staff/schedule/use-schedule-period";
import {
  newStop,
  planOf,
  type StopValues,
  USUAL_SLOT,
  valuesOf,
  weekdaysOf,
} from "./stop-form-schema-and-changes";

/** A stop that is being added (without one that exists) or changed. */
export interface StopDraft {
  stop: StaffStop | null;
  values: StopValues;
}

interface Schedule {
  truckId: string;
  period: SchedulePeriod;
  stops: readonly StaffStop[];
  places: readonly Place[];
}

/** The stop that is added or changed; null while there is none. */
export function useStopDraft({ truckId, period, stops, places }: Schedule) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<StopDraft | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isAwaited = useRef(false);

  /** Opens nothing more by an answer that is still to come, because it would replace what is in use. */
  function stopAsking() {
    isAwaited.current = false;
    setAsking(false);
  }

  function show(next: StopDraft | null) {
    stopAsking();
    setDraft(next);
  }

  /** Without an answer in time, as far as it is known here. */
  async function addOnFirstFreeDay() {
    isAwaited.current = true;
    setAsking(true);
    const from = period.view === "week" && period.monday > period.today ? period.monday : undefined;
    const proposal = await client.fetchQuery(stopProposalQuery(truckId, from)).catch(() => null);
    if (!isAwaited.current) return;
    const proposed = proposal && proposedDraft(proposal, places);
    show(proposed ?? nextDraft(stops, places, period.today));
  }

  /** A new stop on the day, or on the first free one. */
  function add(day?: CalendarDay) {
    if (day === undefined) void addOnFirstFreeDay();
    else show(nextDraft(stops, places, period.today, day));
  }

  return { draft, show, add, isAsking, stopAsking };
}

/** The form of a new stop, as the latest one at the latest place, on the day after it. */
function nextDraft(
  stops: readonly StaffStop[],
  places: readonly Place[],
  today: CalendarDay,
  day?: CalendarDay,
): StopDraft {
  const latest = stops.filter(({ status }) => status !== "cancelled").at(-1);
  const date = day ?? addDays(latest && latest.date > today ? latest.date : today, 1);
  const usable = places.filter(({ archivedAt }) => archivedAt === null);
  const placeId = usable.find(({ _id }) => _id === latest?.place._id)?._id ?? usable[0]?._id ?? "";
  const like = latest ? valuesOf(planOf(latest)) : newStop.blank;
  return {
    stop: null,
    values: { ...like, placeId, date, note: "", ...weekly(date) },
  };
}

/** The form of a new stop as the server proposes it; null where no day of a year is free. */
function proposedDraft(
  { date, placeId, ...proposal }: StopProposal,
  places: readonly Place[],
): StopDraft | null {
  if (date === null) return null;
  const usable = places.filter(({ archivedAt }) => archivedAt === null);
  const { slotMinutes, slotCapacity } = proposal;
  return {
    stop: null,
    values: {
      ...newStop.blank,
      ...proposal,
      slotMinutes: SLOT_MINUTES.find((minutes) => minutes === slotMinutes) ?? USUAL_SLOT,
      slotCapacity: String(slotCapacity ?? ""),
      placeId: placeId ?? usable[0]?._id ?? "",
      date,
      ...weekly(date),
    },
  };
}

/** The form of a copy of a stop, a week later. */
export function copyOf(stop: StaffStop): StopDraft {
  const date = addDays(stop.date, 7);
  return { stop: null, values: { ...valuesOf(planOf(stop)), date, ...weekly(date) } };
}

type Weekly = Pick<StopValues, "repeats" | "weekdays" | "untilDate">;

function weekly(date: CalendarDay): Weekly {
  return { repeats: false, weekdays: weekdaysOf(date), untilDate: "" };
}
