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
    <FormSection
      title={m.staff.trucksForm.ordering}
      description={m.staff.trucksForm.trucksOwnStaffCanPause}
    >
      <Switch
        label={m.staff.trucksForm.takesOrders}
        hint={m.staff.trucksForm.offCustomersSeeMenuAnd}
        {...form.register("acceptingOrders")}
      />
      <Switch
        label={m.staff.trucksForm.customersMayChange}
        hint={m.staff.trucksForm.untilTheKitchenStarts}
        {...form.register("selfService")}
      />
      <TipFields form={form} />
      <Field
        label={m.staff.trucksForm.openingHours}
        hint={m.staff.trucksForm.stopsAreOnItsSchedule}
        error={errors.scheduleMode?.message}
      >
        <Select {...form.register("scheduleMode")}>
          <option value="always">{m.staff.trucksForm.alwaysOpen}</option>
          <option value="stops">{m.staff.trucksForm.byItsStops}</option>
        </Select>
      </Field>
      <CapacityField form={form} truckId={truckId} />
      <Field
        label={m.staff.trucksForm.reasonWhileItDoesNot}
        hint={m.staff.trucksForm.customersReadItSuchAs}
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
            label={m.staff.trucksForm.pausedUntil}
            hint={m.staff.trucksForm.onTrucksClocksOrdersStart}
            error={errors.pausedUntil?.message}
          >
            <TextInput type="datetime-local" {...form.register("pausedUntil")} />
          </Field>
          {pausedUntil ? (
            <Button
              variant="quiet"
              onClick={() => form.setValue("pausedUntil", "", { shouldDirty: true })}
            >
              {m.staff.trucksForm.endThePause}
            </Button>
          ) : null}
        </div>
        <Field
          label={m.staff.trucksForm.minutesTheKitchenNeeds}
          hint={m.staff.trucksForm.toNoEarlierPickupIs({
            minPickupLeadMinutes: minimum,
            longestLead: maximum,
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
        label={m.staff.trucksForm.lastLineOfTexts}
        hint={m.staff.trucksForm.customersReadItAtEnd}
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
