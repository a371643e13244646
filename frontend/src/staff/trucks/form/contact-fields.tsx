import { TruckRequest } from "@/domain/api/limits.gen";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { FormRow, FormSection } from "@/ui/layout/form-section";
import { CityFields, TimezoneField } from "./address-and-time-zone-fields";
import { truckFields } from "./truck-values";
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
