import { useWatch } from "react-hook-form";
import { OwnerIn, SettingsRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { TruckUnitsField } from "@/staff/schedule/capacity/ten-minute-limit-and-hourly-preview";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/checkbox-and-switch";
import { Field } from "@/ui/inputs/field";
import { PercentInput } from "@/ui/inputs/money-and-percent-input";
import { Select } from "@/ui/inputs/select";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { FormRow, FormSection } from "@/ui/layout/form-section-row-and-folded";
import { truckFields } from "./truck-form-schema";
import type { TruckFormApi } from "./use-truck-form";

const { label } = truckFields;

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
        label={label("acceptingOrders")}
        hint={m.truckForm.ordering.acceptingHint}
        {...form.register("acceptingOrders")}
      />
      <ConfirmsOrdersField form={form} />
      <SelfServiceField form={form} />
      <TipFields form={form} />
      <MoreTaxFields form={form} />
      <Field
        label={label("scheduleMode")}
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
        label={label("notAcceptingReason")}
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
            label={label("pausedUntil")}
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
        <LeadTimeField form={form} />
      </FormRow>
      <SignatureField form={form} />
    </FormSection>
  );
}

interface CapacityFieldProps {
  form: TruckFormApi;
  /** Null for a truck that is being added. */
  truckId: string | null;
}

/** The capacity of a truck that is always open. */
function CapacityField({ form, truckId }: CapacityFieldProps) {
  const [scheduleMode, typed] = useWatch({
    control: form.control,
    name: ["scheduleMode", "unitsPerTenMinutes"],
  });
  if (scheduleMode !== "always") return null;
  return (
    <TruckUnitsField
      truckId={truckId}
      typed={typed}
      error={form.formState.errors.unitsPerTenMinutes?.message}
      input={form.register("unitsPerTenMinutes")}
    />
  );
}

export function ConfirmsOrdersField({ form }: { form: TruckFormApi }) {
  return (
    <Switch
      label={label("confirmsOrders")}
      hint={m.truckForm.ordering.confirmsOrdersHint}
      {...form.register("confirmsOrders")}
    />
  );
}

export function SelfServiceField({ form }: { form: TruckFormApi }) {
  return (
    <Switch
      label={label("selfService")}
      hint={m.truckForm.ordering.selfServiceHint}
      {...form.register("selfService")}
    />
  );
}

export function LeadTimeField({ form }: { form: TruckFormApi }) {
  return (
    <Field
      label={label("leadMinutes")}
      hint={m.truckForm.ordering.leadTimeHint({
        least: minimum,
        most: maximum,
      })}
      error={form.formState.errors.leadMinutes?.message}
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
  );
}

export function SignatureField({ form }: { form: TruckFormApi }) {
  return (
    <Field
      label={label("smsSignature")}
      hint={m.truckForm.ordering.signatureHint}
      error={form.formState.errors.smsSignature?.message}
    >
      <TextInput
        maxLength={SettingsRequest.smsSignature.maxLength}
        autoComplete="off"
        {...form.register("smsSignature")}
      />
    </Field>
  );
}

export function TaxField({ form, hint }: { form: TruckFormApi; hint: string }) {
  return (
    <Field label={label("taxRate")} hint={hint} error={form.formState.errors.taxRate?.message}>
      <PercentInput required maxLength={8} {...form.register("taxRate")} />
    </Field>
  );
}

/** The second rate, and whether customers see prices that contain their tax. */
export function MoreTaxFields({ form }: { form: TruckFormApi }) {
  return (
    <>
      <Field
        label={label("reducedTaxRate")}
        hint={m.common.reducedTaxHint}
        error={form.formState.errors.reducedTaxRate?.message}
      >
        <PercentInput maxLength={8} {...form.register("reducedTaxRate")} />
      </Field>
      <Switch
        label={label("pricesIncludeTax")}
        hint={m.truckForm.tax.includedHint}
        {...form.register("pricesIncludeTax")}
      />
    </>
  );
}

/** Whether the truck takes tips, and which percentages it offers. */
export function TipFields({ form }: { form: TruckFormApi }) {
  return (
    <>
      <Switch
        label={label("takesTips")}
        hint={m.truckForm.tips.hint}
        {...form.register("takesTips")}
      />
      <Field
        label={label("tipPresets")}
        hint={m.truckForm.tips.presetsHint}
        error={form.formState.errors.tipPresets?.message}
      >
        <PercentInput
          required
          maxLength={30}
          autoComplete="off"
          inputMode="text"
          {...form.register("tipPresets")}
        />
      </Field>
    </>
  );
}

interface MoneyFieldsProps {
  form: TruckFormApi;
  /** A new truck, of which the tax is asked before. */
  isNew: boolean;
}

export function MoneyFields({ form, isNew }: MoneyFieldsProps) {
  const { errors } = form.formState;
  return (
    <FormSection title={m.truckForm.money.title} description={m.truckForm.money.lead}>
      <FormRow>
        <Field label={label("owner")} error={errors.owner?.name?.message}>
          <TextInput
            maxLength={OwnerIn.name.maxLength}
            autoComplete="off"
            {...form.register("owner.name")}
          />
        </Field>
        <Field label={m.common.ownersEmail} error={errors.owner?.email?.message}>
          <TextInput
            type="email"
            maxLength={OwnerIn.email.maxLength}
            autoComplete="off"
            {...form.register("owner.email")}
          />
        </Field>
      </FormRow>
      <FormRow>
        {isNew ? null : <TaxField form={form} hint={m.truckForm.money.taxHint} />}
        <Field
          label={label("applicationFeeBps")}
          hint={m.truckForm.money.feeHint}
          error={errors.applicationFeeBps?.message}
        >
          <PercentInput required maxLength={6} {...form.register("applicationFeeBps")} />
        </Field>
      </FormRow>
    </FormSection>
  );
}
