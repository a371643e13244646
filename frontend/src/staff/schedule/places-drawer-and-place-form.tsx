import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import * as v from "valibot";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { PlaceRequest } from "@/domain/api/limits.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { defineRecordFields } from "@/forms/define-record-fields";
import { requiredText, text, typedNumber } from "@/forms/field-schemas";
import { SectionForm } from "@/forms/section-form";
import { FormDrawer, useLeaveForm } from "@/forms/unsaved-guard-and-form-drawer";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { Textarea, TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { Folded } from "@/ui/layout/form-section-row-and-folded";
import { changedMeanwhile, type Place, useArchivePlace, useSavePlace } from "./api";
import { usePosition } from "./new-place";
import styles from "./schedule.module.css";

interface PlacesDrawerProps {
  truck: StaffTruck;
  places: readonly Place[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The places where the truck stops: add, change, archive. */
export function PlacesDrawer({ truck, places, open, onOpenChange }: PlacesDrawerProps) {
  const [edited, setEdited] = useState<Place | "new" | null>(null);
  const usable = places.filter(({ archivedAt }) => archivedAt === null);
  const place = edited === "new" ? null : edited;
  return (
    <FormDrawer
      open={open}
      onClose={() => {
        setEdited(null);
        onOpenChange(false);
      }}
      title={titleOf(edited)}
    >
      {edited === null ? (
        <Stack gap={4}>
          {usable.length === 0 ? (
            <EmptyState title={m.schedule.place.empty} headingLevel="h3" />
          ) : null}
          <Stack as="ul" gap={2}>
            {usable.map((each) => (
              <li key={each._id}>
                <Stack
                  as="button"
                  gap={1}
                  full
                  target
                  padding={3}
                  surface="card"
                  radius="control"
                  tone="plain"
                  breaks
                  textAlign="start"
                  type="button"
                  className={styles.placeRow}
                  onClick={() => setEdited(each)}
                >
                  <Text as="span" weight={650}>
                    {each.name}
                  </Text>
                  <Text as="span" soft size="s">
                    {each.address}
                  </Text>
                </Stack>
              </li>
            ))}
          </Stack>
          <Button variant="primary" onClick={() => setEdited("new")}>
            {m.schedule.place.add}
          </Button>
        </Stack>
      ) : (
        <>
          <PlaceForm
            key={place?._id ?? "new"}
            truck={truck}
            place={place}
            onDone={() => setEdited(null)}
          />
          <Row gap={3} paddingTop={5} marginTop={6} className={styles.end}>
            <BackToPlaces onBack={() => setEdited(null)} />
            {place ? (
              <ArchivePlace truckId={truck._id} place={place} onDone={() => setEdited(null)} />
            ) : null}
          </Row>
        </>
      )}
    </FormDrawer>
  );
}

function BackToPlaces({ onBack }: { onBack: () => void }) {
  const leave = useLeaveForm();
  return <Button onClick={() => leave(onBack)}>{m.schedule.place.back}</Button>;
}

function titleOf(edited: Place | "new" | null): string {
  if (edited === null) return m.common.places;
  return edited === "new" ? m.schedule.place.add : m.schedule.place.edit;
}

interface ArchivePlaceProps {
  truckId: string;
  place: Place;
  onDone: () => void;
}

function ArchivePlace({ truckId, place, onDone }: ArchivePlaceProps) {
  const { mutateAsync, isPending, error } = useArchivePlace(truckId);
  const archive = () =>
    whenDone(mutateAsync(place._id, { onSuccess: onDone }), {
      onSuccess: () =>
        showToast({
          type: "success",
          message: m.schedule.place.archived({ name: place.name }),
        }),
      onError: () => undefined, // shown beside the button
    });
  return (
    <>
      <Button variant="danger" busy={isPending} onClick={archive}>
        {m.schedule.place.archive}
      </Button>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
    </>
  );
}

interface PlaceFormProps {
  truck: StaffTruck;
  /** Null: a new one. */
  place: Place | null;
  onDone: (place: Place) => void;
}

export function PlaceForm({ truck, place, onDone }: PlaceFormProps) {
  const record = usePlaceForm(truck, place, onDone);
  const { form } = record;
  const { errors } = form.formState;
  return (
    <SectionForm
      record={record}
      label={m.common.place}
      conflictTitle={m.schedule.place.conflict}
      save={m.schedule.place.submit}
      saving={m.common.savingDots}
    >
      <Field label={m.common.name} hint={m.schedule.place.nameHint} error={errors.name?.message}>
        <TextInput
          maxLength={PlaceRequest.name.maxLength}
          enterKeyHint="next"
          {...form.register("name")}
        />
      </Field>
      <Field label={m.common.address} error={errors.address?.message}>
        <TextInput
          maxLength={PlaceRequest.address.maxLength}
          autoComplete="off"
          enterKeyHint="next"
          {...form.register("address")}
        />
      </Field>
      <Position record={record} />
      <More isOpen={place !== null} hasMistake={MORE.some((name) => errors[name])}>
        <Field
          label={m.schedule.place.directions}
          hint={m.schedule.place.directionsHint}
          error={errors.directions?.message}
        >
          <Textarea
            rows={2}
            maxLength={PlaceRequest.directions.maxLength}
            {...form.register("directions")}
          />
        </Field>
        <Field
          label={m.schedule.place.taxRate}
          hint={m.schedule.place.taxRateHint}
          error={errors.taxRate?.message}
        >
          <TextInput inputMode="decimal" {...form.register("taxRate")} />
        </Field>
        <Field
          label={m.common.reducedTaxRate}
          hint={m.common.reducedTaxHint}
          error={errors.reducedTaxRate?.message}
        >
          <TextInput inputMode="decimal" {...form.register("reducedTaxRate")} />
        </Field>
        <div className={styles.pair}>
          <Field label={m.schedule.place.latitude} error={errors.latitude?.message}>
            <TextInput inputMode="text" {...form.register("latitude")} />
          </Field>
          <Field label={m.schedule.place.longitude} error={errors.longitude?.message}>
            <TextInput inputMode="text" {...form.register("longitude")} />
          </Field>
        </div>
        <Field
          label={m.common.timeZone}
          hint={m.schedule.place.timeZoneHint}
          error={errors.timezone?.message}
        >
          <TextInput autoComplete="off" list="time-zones" {...form.register("timezone")} />
        </Field>
        <datalist id="time-zones">
          {timeZones().map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </More>
    </SectionForm>
  );
}

function usePlaceForm(truck: StaffTruck, place: Place | null, onDone: (place: Place) => void) {
  const { mutateAsync } = useSavePlace(truck._id);
  return useRecordForm({
    ...placeFields(truck),
    record: place,
    save: (base, sent, key) =>
      mutateAsync({
        id: base?._id ?? null,
        change: base ? { ...sent, version: base.version } : sent,
        key,
      }),
    changedMeanwhile: (error) => changedMeanwhile(error, "place"),
    explain: (error) => `${m.schedule.place.failed}: ${errorMessage(error)}`,
    onSaved: (saved) => {
      showToast({ type: "success", message: m.schedule.place.saved({ name: saved.name }) });
      onDone(saved);
    },
  });
}

const MORE = [
  "directions",
  "taxRate",
  "reducedTaxRate",
  "latitude",
  "longitude",
  "timezone",
] as const;

interface MoreProps {
  /** A place that exists shows all that it says. */
  isOpen: boolean;
  hasMistake: boolean;
  children: ReactNode;
}

/** A new place needs a name and an address: what it has from its truck, or may do without, is folded. */
function More({ isOpen, hasMistake, children }: MoreProps) {
  if (isOpen) return children;
  return (
    <Folded title={m.schedule.place.more} hasMistake={hasMistake}>
      {children}
    </Folded>
  );
}

function Position({ record: { form } }: { record: ReturnType<typeof usePlaceForm> }) {
  const position = usePosition(({ latitude, longitude }) => {
    form.setValue("latitude", String(latitude), { shouldDirty: true });
    form.setValue("longitude", String(longitude), { shouldDirty: true });
  });
  const isKnown = useWatch({ control: form.control, name: "latitude" }) !== "";

  return (
    <Stack gap={2}>
      <Button busy={position.isAsking} onClick={position.ask}>
        {m.newPlace.usePosition}
      </Button>
      <Text soft size="s" role="status">
        {position.problem || (isKnown ? m.newPlace.found : m.newPlace.positionHint)}
      </Text>
    </Stack>
  );
}

/** Older browsers do not list their time zones; the name can still be typed. */
function timeZones(): string[] {
  const intl = Intl as { supportedValuesOf?: (key: string) => string[] };
  return intl.supportedValuesOf?.("timeZone") ?? [];
}

/** The form of a place, all of it text; a new one has the zone and the tax rate of its truck. */
export const placeFields = (truck: StaffTruck) =>
  defineRecordFields<Place>()({
    name: {
      label: () => m.common.name,
      schema: requiredText(PlaceRequest.name, () => m.schedule.required),
      blank: "",
      read: (place) => place.name,
    },
    address: {
      label: () => m.common.address,
      schema: text(PlaceRequest.address),
      blank: "",
      read: (place) => place.address,
    },
    directions: {
      label: () => m.schedule.place.directions,
      schema: text(PlaceRequest.directions),
      blank: "",
      read: (place) => place.directions,
    },
    /** In percent. */
    taxRate: {
      label: () => m.schedule.place.taxRate,
      schema: typedNumber(PlaceRequest.taxRate, numberOf, () =>
        m.schedule.place.percentInvalid({ highest: PlaceRequest.taxRate.maximum }),
      ),
      blank: String(truck.taxRate),
      read: (place) => String(place.taxRate),
    },
    /** In percent; empty: the same rate. */
    reducedTaxRate: {
      label: () => m.common.reducedTaxRate,
      schema: optionalNumber(PlaceRequest.taxRate, () =>
        m.schedule.place.percentInvalid({ highest: PlaceRequest.taxRate.maximum }),
      ),
      blank: truck.reducedTaxRate?.toString() ?? "",
      read: (place) => place.reducedTaxRate?.toString() ?? "",
    },
    /** Degrees; empty where the position is not known. */
    latitude: {
      label: () => m.schedule.place.latitude,
      schema: degrees(PlaceRequest.latitude),
      blank: "",
      read: (place) => place.latitude?.toString() ?? "",
    },
    longitude: {
      label: () => m.schedule.place.longitude,
      schema: degrees(PlaceRequest.longitude),
      blank: "",
      read: (place) => place.longitude?.toString() ?? "",
    },
    timezone: {
      label: () => m.common.timeZone,
      schema: v.pipe(v.string(), v.trim()),
      blank: truck.timezone,
      read: (place) => place.timezone,
    },
  });

/** A latitude or longitude, or null where none was typed. */
function degrees(limits: { minimum: number; maximum: number }) {
  return optionalNumber(limits, () => m.schedule.place.degreesInvalid({ highest: limits.maximum }));
}

function optionalNumber(limits: { minimum: number; maximum: number }, wrong: () => string) {
  const none = v.pipe(
    v.string(),
    v.trim(),
    v.literal(""),
    v.transform(() => null),
  );
  return v.union([none, typedNumber(limits, numberOf, wrong)], wrong);
}

function numberOf(typed: string): number | null {
  const number = Number(typed.trim().replace(",", "."));
  return typed.trim() === "" || Number.isNaN(number) ? null : number;
}
