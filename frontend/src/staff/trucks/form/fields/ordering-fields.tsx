import { useWatch } from "react-hook-form";
import { SettingsRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { CapacityField } from "@/staff/trucks/form/fields/capacity-field";
import { TipFields } from "@/staff/trucks/form/fields/tip-fields";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/choices/switch";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { TextInput } from "@/ui/inputs/text-input";
import { FormRow, FormSection } from "@/ui/layout/form-section";

const { minimum, maximum } = SettingsRequest.leadMinutes;

interface OrderingFieldsProps {
  form: TruckFormApi;
  /** Null for a truck that is being added. */
  truckId: string | null;
}

export function OrderingFields({ form, truckId }: OrderingFieldsProps) {
  const { errors } = form.formState;
  const pausedUntil = useWatch({ control: form.control, name: "pausedUntil" });
  return (
    <FormSection title={m.truckForm.ordering.title} description={m.truckForm.ordering.lead}>
      <Switch
        label={m.truckForm.ordering.accepting}
        hint={m.truckForm.ordering.acceptingHint}
        {...form.register("acceptingOrders")}
      />
      <Switch
        label={m.truckForm.ordering.selfService}
        hint={m.truckForm.ordering.selfServiceHint}
        {...form.register("selfService")}
      />
      <TipFields form={form} />
      <Field
        label={m.truckForm.ordering.hours}
        hint={m.truckForm.ordering.hoursHint}
        error={errors.scheduleMode?.message}
      >
        <Select {...form.register("scheduleMode")}>
          <option value="always">{m.truckForm.ordering.anyTime}</option>
          <option value="stops">{m.truckForm.ordering.byStops}</option>
        </Select>
      </Field>
      <CapacityField form={form} truckId={truckId} />
      <Field
        label={m.truckForm.ordering.reason}
        hint={m.truckForm.ordering.reasonHint}
        error={errors.notAcceptingReason?.message}
      >
        <TextInput
          maxLength={SettingsRequest.notAcceptingReason.maxLength}
          autoComplete="off"
          {...form.register("notAcceptingReason")}
        />
      </Field>
      <FormRow>
        <div>
          <Field
            label={m.common.pausedUntil}
            hint={m.truckForm.ordering.pausedHint}
            error={errors.pausedUntil?.message}
          >
            <TextInput type="datetime-local" {...form.register("pausedUntil")} />
          </Field>
          {pausedUntil ? (
            <Button
              variant="quiet"
              onClick={() => form.setValue("pausedUntil", "", { shouldDirty: true })}
            >
              {m.truckForm.ordering.endPause}
            </Button>
          ) : null}
        </div>
        <Field
          label={m.truckForm.ordering.leadTime}
          hint={m.truckForm.ordering.leadTimeHint({
            least: minimum,
            most: maximum,
          })}
          error={errors.leadMinutes?.message}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={minimum}
            max={maximum}
            step={5}
            {...form.register("leadMinutes", { valueAsNumber: true })}
          />
        </Field>
      </FormRow>
      <Field
        label={m.truckForm.ordering.signature}
        hint={m.truckForm.ordering.signatureHint}
        error={errors.smsSignature?.message}
      >
        <TextInput
          maxLength={SettingsRequest.smsSignature.maxLength}
          autoComplete="off"
          {...form.register("smsSignature")}
        />
      </Field>
    </FormSection>
  );
}
