import { useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/current-stops";
import { SectionForm } from "@/forms/section-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import {
  changedMeanwhile,
  overlapSentence,
  type Place,
  type SeriesScope,
  type StaffStop,
  useAddSeries,
  useAddStop,
  useChangeSeries,
  useChangeStop,
} from "@/staff/schedule/api";
import { NEW_PLACE, useNewPlace } from "@/staff/schedule/new-place";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { showToast } from "@/ui/feedback/toast";
import { StopFields } from "./stop-fields";
import {
  changesOf,
  planToEdit,
  type SentStop,
  type StopPlan,
  seriesChangesOf,
  settingsOf,
  stopFields,
} from "./stop-form-schema-and-changes";
import type { StopDraft } from "./use-stop-draft-and-proposals";

interface StopFormProps {
  truckId: string;
  places: readonly Place[];
  draft: StopDraft;
  /** Gets the day of what was saved. */
  onDone: (day: string) => void;
}

export function StopForm({ truckId, places, draft, onDone }: StopFormProps) {
  const [scope, setScope] = useState<SeriesScope>("one");
  const newPlace = useNewPlace(truckId);
  const save = useSaveStop(truckId, draft.stop, scope);
  const record = useStopForm(places, draft, onDone, async (base, sent, key) => {
    const isNew = sent.placeId === NEW_PLACE;
    return save(base, isNew ? { ...sent, placeId: (await newPlace.save())._id } : sent, key);
  });
  return (
    <SectionForm
      record={record}
      label={m.common.stop}
      conflictTitle={m.schedule.stop.conflict}
      save={m.common.save}
      saving={m.common.savingDots}
    >
      {draft.stop?.seriesId ? (
        <SegmentedChoice
          label={m.schedule.stop.scope}
          choices={[
            { value: "one", label: m.schedule.stop.scopeThis },
            { value: "later", label: m.schedule.stop.scopeLater },
          ]}
          value={scope}
          onChange={setScope}
        />
      ) : null}
      <StopFields
        form={record.form}
        truckId={truckId}
        places={places}
        isNew={draft.stop === null}
        hasOrders={(draft.stop?.orders ?? 0) > 0}
        scope={scope}
        newPlace={newPlace}
      />
    </SectionForm>
  );
}

function useStopForm(
  places: readonly Place[],
  { stop, values }: StopDraft,
  onDone: (day: string) => void,
  save: ReturnType<typeof useSaveStop>,
) {
  const fields = stopFields(places);
  return useRecordForm<StoredPlan, typeof values, SentStop>({
    ...fields,
    record: stop && storedPlan(stop, stop.seriesVersion),
    blank: values,
    valuesOf: ({ plan }) => fields.valuesOf(plan),
    save,
    changedMeanwhile: (error) => {
      const present = changedMeanwhile(error, "stop");
      if (present) return storedPlan(present, stop?.seriesVersion);
      const series = changedMeanwhile(error, "series");
      return stop && series && storedPlan({ ...stop, ...settingsOf(series) }, series.version);
    },
    fieldsOf,
    explain: (error) => `${m.schedule.stop.failed}: ${errorMessage(error)}`,
    onSaved: ({ plan }) => {
      showToast({ type: "success", message: m.schedule.stop.saved });
      onDone(plan.date);
    },
  });
}

function storedPlan(stop: Stop, seriesVersion: number | null = null): StoredPlan {
  return { plan: planToEdit(stop), version: stop.version, seriesVersion };
}

/** Which other stop is in the way is said at the first time; the first day of a series is the day of the form. */
function fieldsOf(error: unknown): Record<string, string> {
  const overlap = overlapSentence(error);
  if (overlap !== null) return { startTime: overlap };
  const { fromDate, ...fields } = error instanceof ApiError ? error.fields : {};
  return fromDate === undefined ? fields : { ...fields, date: fromDate };
}

/** The plan of a stop as the server has it. */
interface StoredPlan {
  plan: StopPlan;
  version: number;
  /** That of the series, which a change of all later stops names; null for a stop without one. */
  seriesVersion: number | null;
}

/** Saves a new stop or series, or the changes of a stop, or those of it and all later ones of its series. */
function useSaveStop(truckId: string, stop: StaffStop | null, scope: SeriesScope) {
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
    const { date: fromDate, pricesIncludeTax: _, ...shared } = plan;
    const until = untilDate ? { untilDate } : {};
    const { version } = await (repeats
      ? addSeries.mutateAsync({ body: { ...shared, weekdays, fromDate, ...until }, key })
      : addStop.mutateAsync({ body: plan, key }));
    return { plan, version, seriesVersion: null };
  };
}
