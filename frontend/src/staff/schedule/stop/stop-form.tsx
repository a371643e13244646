import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import { useUnsaved } from "@/forms/leaving/unsaved-guard";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import {
  type Place,
  type SeriesScope,
  type StaffStop,
  useAddSeries,
  useAddStop,
  useChangeSeries,
  useChangeStop,
} from "@/staff/schedule/api";
import { presentVersion } from "@/staff/schedule/present-version";
import styles from "@/staff/schedule/schedule.module.css";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/segmented-choice";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { overlapSentence } from "./overlap-sentence";
import type { StopDraft } from "./stop-drawer";
import { StopFields } from "./stop-fields";
import { changesOf, newSeries, newStop, type StopValues } from "./stop-values";

interface StopFormProps {
  truckId: string;
  places: readonly Place[];
  draft: StopDraft;
  /** Gets the day of what was saved. */
  onDone: (day: string) => void;
}

export function StopForm({ truckId, places, draft, onDone }: StopFormProps) {
  const { form, scope, setScope, problem, handleSubmit } = useStopForm(truckId, draft, onDone);
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);
  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={m.staff.schedule.stop}
    >
      {draft.stop?.seriesId ? (
        <SegmentedChoice
          label={m.staff.schedule.whatToChange}
          choices={[
            { value: "one", label: m.staff.schedule.thisStopOnly },
            { value: "later", label: m.staff.schedule.thisAndAllLater },
          ]}
          value={scope}
          onChange={setScope}
        />
      ) : null}
      <StopFields
        form={form}
        truckId={truckId}
        places={places}
        isNew={draft.stop === null}
        scope={scope}
      />
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? m.staff.schedule.saving : m.staff.schedule.save}
      </Button>
    </form>
  );
}

function useStopForm(truckId: string, draft: StopDraft, onDone: (day: string) => void) {
  const form = useForm<StopValues>({ defaultValues: draft.values });
  const [scope, setScope] = useState<SeriesScope>("one");
  const [problem, setProblem] = useState("");
  const save = useSaveStop(truckId, draft.stop);
  const handleSubmit = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await save(values, scope);
      showToast({ type: "success", message: m.staff.schedule.saved });
      onDone(values.date);
    } catch (error) {
      setProblem(showStopFailure(form, error));
    }
  });
  return { form, scope, setScope, problem, handleSubmit };
}

/** Saves a new stop or series, or the changes of a stop or of its series. */
function useSaveStop(truckId: string, stop: StaffStop | null) {
  const addStop = useAddStop(truckId);
  const addSeries = useAddSeries(truckId);
  const changeStop = useChangeStop(truckId);
  const changeSeries = useChangeSeries(truckId);
  const keyFor = useIdempotencyKey();
  const [version, setVersion] = useState(stop?.version);

  async function add(values: StopValues) {
    const key = keyFor(JSON.stringify(values));
    try {
      if (values.repeats) {
        await addSeries.mutateAsync({ body: newSeries(values), key: key.value });
      } else await addStop.mutateAsync({ body: newStop(values), key: key.value });
      key.release();
    } catch (error) {
      key.releaseAfter(error);
      throw error;
    }
  }

  async function change(changed: StaffStop, values: StopValues, scope: SeriesScope) {
    const { date, ...changes } = changesOf(values, changed);
    if (scope === "later" && changed.seriesId) {
      const of = { seriesId: changed.seriesId, stopId: changed._id };
      await changeSeries.mutateAsync({ ...of, change: changes });
      return;
    }
    const sent = date === undefined ? changes : { ...changes, date };
    await changeStop.mutateAsync({ id: changed._id, change: { ...sent, version } });
  }

  return async (values: StopValues, scope: SeriesScope) => {
    try {
      await (stop ? change(stop, values, scope) : add(values));
    } catch (error) {
      const present = presentVersion(error, "stop");
      if (present !== null) setVersion(present);
      throw error;
    }
  };
}

/** Says at its field which other stop is in the way; returns what else there is to say. */
function showStopFailure(form: UseFormReturn<StopValues>, error: unknown): string {
  const overlap = overlapSentence(error);
  if (overlap === null) return showFailure(form, error, m.staff.schedule.stopNotSaved);
  form.setError("startTime", { type: "server", message: overlap }, { shouldFocus: true });
  return "";
}
