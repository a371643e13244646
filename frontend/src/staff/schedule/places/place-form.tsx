import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { StaffTruck } from "@/domain/api/admin-types";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import { useUnsaved } from "@/forms/leaving/unsaved-guard";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import { type Place, useSavePlace } from "@/staff/schedule/api";
import { presentVersion } from "@/staff/schedule/present-version";
import styles from "@/staff/schedule/schedule.module.css";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Textarea } from "@/ui/inputs/textarea";
import {
  changesOfPlace,
  checkDegrees,
  checkTaxRate,
  type PlaceValues,
  placeValues,
} from "./place-values";

interface PlaceFormProps {
  truck: StaffTruck;
  /** Null: a new one. */
  place: Place | null;
  onDone: (place: Place) => void;
}

export function PlaceForm({ truck, place, onDone }: PlaceFormProps) {
  const { form, problem, handleSubmit } = usePlaceForm(truck, place, onDone);
  const { errors, isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty);
  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={m.staff.schedule.place}
    >
      <Field
        label={m.staff.schedule.placeName}
        hint={m.staff.schedule.asCustomersKnowIt}
        error={errors.name?.message}
      >
        <TextInput
          maxLength={80}
          enterKeyHint="next"
          {...form.register("name", { required: m.staff.schedule.fillThisIn })}
        />
      </Field>
      <Field label={m.staff.schedule.address} error={errors.address?.message}>
        <TextInput
          maxLength={200}
          autoComplete="off"
          enterKeyHint="next"
          {...form.register("address")}
        />
      </Field>
      <Field
        label={m.staff.schedule.directionsOptional}
        hint={m.staff.schedule.howCustomersFindIt}
        error={errors.directions?.message}
      >
        <Textarea rows={2} maxLength={300} {...form.register("directions")} />
      </Field>
      <Field
        label={m.staff.schedule.taxRate}
        hint={m.staff.schedule.ordersHereAreTaxed}
        error={errors.taxRate?.message}
      >
        <TextInput inputMode="decimal" {...form.register("taxRate", { validate: checkTaxRate })} />
      </Field>
      <PositionFields form={form} />
      <Field label={m.staff.schedule.timeZone} error={errors.timezone?.message}>
        <TextInput autoComplete="off" list="time-zones" {...form.register("timezone")} />
      </Field>
      <datalist id="time-zones">
        {timeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? m.staff.schedule.saving : m.staff.schedule.savePlace}
      </Button>
    </form>
  );
}

function PositionFields({ form }: { form: UseFormReturn<PlaceValues> }) {
  const { errors } = form.formState;
  const [problem, setProblem] = useState("");

  function handlePosition() {
    setProblem("");
    const fail = () => setProblem(m.staff.schedule.noPosition);
    if (!("geolocation" in navigator)) return fail();
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      form.setValue("latitude", coords.latitude.toFixed(6), { shouldDirty: true });
      form.setValue("longitude", coords.longitude.toFixed(6), { shouldDirty: true });
    }, fail);
  }

  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <Field label={m.staff.schedule.latitude} error={errors.latitude?.message}>
          <TextInput
            inputMode="text"
            {...form.register("latitude", { validate: checkDegrees(90) })}
          />
        </Field>
        <Field label={m.staff.schedule.longitude} error={errors.longitude?.message}>
          <TextInput
            inputMode="text"
            {...form.register("longitude", { validate: checkDegrees(180) })}
          />
        </Field>
      </div>
      <Button onClick={handlePosition}>{m.staff.schedule.useMyPosition}</Button>
      <p role="status" className={styles.soft}>
        {problem || m.staff.schedule.forMapAndDistance}
      </p>
    </div>
  );
}

function usePlaceForm(truck: StaffTruck, place: Place | null, onDone: (place: Place) => void) {
  const form = useForm<PlaceValues>({ defaultValues: placeValues(place, truck) });
  const { mutateAsync } = useSavePlace(truck._id);
  const keyFor = useIdempotencyKey();
  const [problem, setProblem] = useState("");
  const [version, setVersion] = useState(place?.version);
  const handleSubmit = form.handleSubmit(async (values) => {
    setProblem("");
    const change = changesOfPlace(values);
    const key = keyFor(JSON.stringify(change));
    try {
      const saved = await mutateAsync({
        id: place?._id ?? null,
        change: version === undefined ? change : { ...change, version },
        key: key.value,
      });
      key.release();
      showToast({ type: "success", message: m.staff.schedule.placeSaved({ name: saved.name }) });
      onDone(saved);
    } catch (error) {
      key.releaseAfter(error);
      setVersion(presentVersion(error, "place") ?? version);
      setProblem(showFailure(form, error, m.staff.schedule.placeNotSaved));
    }
  });
  return { form, problem, handleSubmit };
}

/** Older browsers do not list their time zones; the name can still be typed. */
function timeZones(): string[] {
  const intl = Intl as { supportedValuesOf?: (key: string) => string[] };
  return intl.supportedValuesOf?.("timeZone") ?? [];
}
