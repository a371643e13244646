import {
  type SeriesScope,
  type StaffStop,
  useAddSeries,
  useAddStop,
  useChangeSeries,
  useChangeStop,
} from "@/staff/schedule/api";
import { changesOf, type SentStop, type StopPlan, seriesChangesOf } from "./stop-values";

/** The plan of a stop as the server has it. */
export interface StoredPlan {
  plan: StopPlan;
  version: number;
  /** That of the series, which a change of all later stops names; null for a stop without one. */
  seriesVersion: number | null;
}

/** Saves a new stop or series, or the changes of a stop, or those of it and all later ones of its series. */
export function useSaveStop(truckId: string, stop: StaffStop | null, scope: SeriesScope) {
  const addStop = useAddStop(truckId);
  const addSeries = useAddSeries(truckId);
  const changeStop = useChangeStop(truckId);
  const changeSeries = useChangeSeries(truckId);

  function change({ _id, seriesId }: StaffStop, base: StoredPlan, plan: StopPlan) {
    if (scope === "later" && seriesId) {
      const version = base.seriesVersion ?? undefined;
      const change = { ...seriesChangesOf(plan, base.plan), version };
      return changeSeries.mutateAsync({ seriesId, stopId: _id, change });
    }
    const change = { ...changesOf(plan, base.plan), version: base.version };
    return changeStop.mutateAsync({ id: _id, change });
  }

  return async (base: StoredPlan | null, sent: SentStop, key: string): Promise<StoredPlan> => {
    const { repeats, weekdays, untilDate, ...plan } = sent;
    if (base && stop) {
      const { version } = await change(stop, base, plan);
      return scope === "later"
        ? { ...base, plan, seriesVersion: version }
        : { ...base, plan, version };
    }
    const { date: fromDate, ...shared } = plan;
    const until = untilDate ? { untilDate } : {};
    const { version } = await (repeats
      ? addSeries.mutateAsync({ body: { ...shared, weekdays, fromDate, ...until }, key })
      : addStop.mutateAsync({ body: plan, key }));
    return { plan, version, seriesVersion: null };
  };
}
