import { useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/present-schedule";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import type { Place, SeriesScope } from "@/staff/schedule/api";
import { changedMeanwhile } from "@/staff/schedule/changed-meanwhile";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { showToast } from "@/ui/feedback/toast";
import { describeChange } from "./describe-change";
import { overlapSentence } from "./overlap-sentence";
import { StopFields } from "./stop-fields";
import type { StopDraft } from "./stop-values";
import { planToEdit, type SentStop, settingsOf, stopSchema, valuesOf } from "./stop-values";
import { type StoredPlan, useSaveStop } from "./use-save-stop";

interface StopFormProps {
  truckId: string;
  places: readonly Place[];
  draft: StopDraft;
  /** Gets the day of what was saved. */
  onDone: (day: string) => void;
}

export function StopForm({ truckId, places, draft, onDone }: StopFormProps) {
  const [scope, setScope] = useState<SeriesScope>("one");
  const record = useStopForm(truckId, draft, scope, onDone);
  return (
    <ShortForm
      record={record}
      label={m.common.stop}
      what={m.schedule.stop.thisStop}
      describeChange={(change) => describeChange(change, places)}
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
        scope={scope}
      />
    </ShortForm>
  );
}

function useStopForm(
  truckId: string,
  { stop, values }: StopDraft,
  scope: SeriesScope,
  onDone: (day: string) => void,
) {
  return useRecordForm<StoredPlan, typeof values, SentStop>({
    record: stop && storedPlan(stop, stop.seriesVersion),
    blank: values,
    valuesOf: ({ plan }) => valuesOf(plan),
    schema: stopSchema,
    save: useSaveStop(truckId, stop, scope),
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
