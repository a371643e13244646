import { useMemo } from "react";
import { Controller, useWatch } from "react-hook-form";
import { BusinessAddressIn, LocationIn, TruckRequest } from "@/domain/api/limits.gen";
import { presentTime } from "@/domain/time/server-clock";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { type Choice, Combobox } from "@/ui/inputs/combobox";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { FormRow, FormSection } from "@/ui/layout/form-section-row-and-folded";
import { truckFields } from "./truck-form-schema";
import type { TruckFormApi } from "./use-truck-form";

const { label } = truckFields;

interface ContactFieldsProps {
  form: TruckFormApi;
  /** A new truck, of which city and time zone are asked before. */
  isNew: boolean;
}

export function ContactFields({ form, isNew }: ContactFieldsProps) {
  const { errors } = form.formState;
  return (
    <FormSection title={isNew ? m.truckForm.contact.titleMore : m.truckForm.contact.title}>
      {isNew ? null : <CityFields form={form} />}
      {isNew ? null : <TimezoneField form={form} />}
      <FormRow>
        <PhoneField form={form} />
        <Field label={label("email")} error={errors.email?.message}>
          <TextInput
            type="email"
            maxLength={TruckRequest.email.maxLength}
            autoComplete="off"
            {...form.register("email")}
          />
        </Field>
      </FormRow>
    </FormSection>
  );
}

export function PhoneField({ form }: { form: TruckFormApi }) {
  return (
    <Field label={label("phone")} error={form.formState.errors.phone?.message}>
      <TextInput
        type="tel"
        maxLength={TruckRequest.phone.maxLength}
        autoComplete="off"
        placeholder="(555) 123-4567"
        {...form.register("phone", {
          onBlur: (event: { target: { value: string } }) =>
            form.setValue("phone", displayPhone(event.target.value), { shouldDirty: true }),
        })}
      />
    </Field>
  );
}

/** Where the business is registered, with the words of forms that ask for a mailing address. */
export function BusinessAddress({ form }: { form: TruckFormApi }) {
  const errors = form.formState.errors.businessAddress;
  return (
    <FormSection
      title={m.truckForm.contact.businessAddress}
      description={m.truckForm.contact.businessAddressHint}
    >
      <Field label={m.truckForm.contact.street} error={errors?.line1?.message}>
        <TextInput
          maxLength={BusinessAddressIn.line1.maxLength}
          autoComplete="off"
          {...form.register("businessAddress.line1")}
        />
      </Field>
      <FormRow>
        <Field label={m.truckForm.contact.businessCity} error={errors?.city?.message}>
          <TextInput
            maxLength={BusinessAddressIn.city.maxLength}
            autoComplete="off"
            {...form.register("businessAddress.city")}
          />
        </Field>
        <Field
          label={m.truckForm.contact.businessState}
          hint={m.truckForm.contact.stateHint}
          error={errors?.state?.message}
        >
          <TextInput maxLength={2} autoComplete="off" {...form.register("businessAddress.state")} />
        </Field>
        <Field label={m.truckForm.contact.postalCode} error={errors?.postalCode?.message}>
          <TextInput
            maxLength={10}
            autoComplete="off"
            {...form.register("businessAddress.postalCode")}
          />
        </Field>
      </FormRow>
    </FormSection>
  );
}

/** City and state, as customers read them. */
export function CityFields({ form }: { form: TruckFormApi }) {
  const { errors } = form.formState;
  return (
    <FormRow>
      <Field label={m.common.city} error={errors.location?.city?.message}>
        <TextInput
          maxLength={LocationIn.city.maxLength}
          autoComplete="off"
          {...form.register("location.city")}
        />
      </Field>
      <Field
        label={m.truckForm.contact.state}
        hint={m.truckForm.contact.stateHint}
        error={errors.location?.state?.message}
      >
        <TextInput
          maxLength={LocationIn.state.maxLength}
          autoComplete="off"
          {...form.register("location.state")}
        />
      </Field>
    </FormRow>
  );
}

export function TimezoneField({ form }: { form: TruckFormApi }) {
  const zone = useWatch({ control: form.control, name: "timezone" });
  const choices = useMemo(() => timezoneChoices(zone), [zone]);
  return (
    <Field
      label={label("timezone")}
      hint={m.truckForm.contact.zoneHint({
        time: formatTimeOfDay(presentTime(), zone),
      })}
      error={form.formState.errors.timezone?.message}
    >
      <Controller
        control={form.control}
        name="timezone"
        render={({ field }) => (
          <Combobox
            label={label("timezone")}
            choices={choices}
            value={field.value}
            onChange={field.onChange}
            inputRef={field.ref}
          />
        )}
      />
    </Field>
  );
}

/** Where most trucks stand, from east to west; each stands for all who share its clocks. */
const commonZones = (): Record<string, string> => ({
  "America/New_York": m.truckForm.zones.eastern,
  "America/Chicago": m.truckForm.zones.central,
  "America/Denver": m.truckForm.zones.mountain,
  "America/Phoenix": m.truckForm.zones.phoenix,
  "America/Los_Angeles": m.truckForm.zones.pacific,
  "America/Anchorage": m.truckForm.zones.alaska,
  "Pacific/Honolulu": m.truckForm.zones.hawaii,
  "America/Puerto_Rico": m.truckForm.zones.atlantic,
});

/** Every zone that this browser knows, those of the United States first. */
export function timezoneChoices(present: string): Choice[] {
  const zones = commonZones();
  const common = Object.entries(zones).map(([value, label]) => ({ value, label }));
  const names = new Set([...Intl.supportedValuesOf("timeZone"), present]);
  const others = [...names]
    .filter((name) => name !== "" && !(name in zones))
    .sort((one, other) => regionRank(one) - regionRank(other) || one.localeCompare(other))
    .map((value) => ({ value, label: placeOf(value) }));
  return [...common, ...others];
}

function regionRank(name: string): number {
  if (name.startsWith("America/")) return 0;
  return name.startsWith("Pacific/") ? 1 : 2;
}

/** "America/Argentina/Buenos_Aires" as "Buenos Aires, Argentina, America". */
function placeOf(name: string): string {
  return name.replaceAll("_", " ").split("/").reverse().join(", ");
}
