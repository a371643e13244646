import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CalendarDay } from "@/domain/time/calendar-day";
import { type Place, type StaffStop, stopProposalQuery } from "@/staff/schedule/api";
import type { SchedulePeriod } from "@/staff/schedule/use-schedule-period";
import { nextDraft, proposedDraft, type StopDraft } from "./stop-values";

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
