import { useWatch } from "react-hook-form";
import { MIN_PICKUP_LEAD_MINUTES } from "@/domain/values/time";
import { LONGEST_LEAD } from "@/staff/trucks/form/truck-values";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/switch";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { FormRow, FormSection } from "@/ui/layout/form-section";

export function OrderingFields({ form }: { form: TruckFormApi }) {
  const { errors } = form.formState;
  const pausedUntil = useWatch({ control: form.control, name: "pausedUntil" });
  return (
    <FormSection
      title="Ordering"
      description="The truck's own staff can pause it from their screens as well."
    >
      <Switch
        label="Takes orders"
        hint="Off, customers see the menu and why they cannot order."
        {...form.register("acceptingOrders")}
      />
      <Field
        label="Reason while it does not"
        hint="Customers read it, such as: back at 2 PM."
        error={errors.notAcceptingReason?.message}
      >
        <TextInput maxLength={200} autoComplete="off" {...form.register("notAcceptingReason")} />
      </Field>
      <FormRow>
        <div>
          <Field
            label="Paused until"
            hint="On the truck's clocks; orders start again by themselves."
            error={errors.pausedUntil?.message}
          >
            <TextInput type="datetime-local" {...form.register("pausedUntil")} />
          </Field>
          {pausedUntil ? (
            <Button
              variant="quiet"
              onClick={() => form.setValue("pausedUntil", "", { shouldDirty: true })}
            >
              End the pause
            </Button>
          ) : null}
        </div>
        <Field
          label="Minutes the kitchen needs"
          hint={`${MIN_PICKUP_LEAD_MINUTES} to ${LONGEST_LEAD}; no earlier pickup is offered.`}
          error={errors.leadMinutes?.message}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={MIN_PICKUP_LEAD_MINUTES}
            max={LONGEST_LEAD}
            step={5}
            {...form.register("leadMinutes", { valueAsNumber: true })}
          />
        </Field>
      </FormRow>
      <Field
        label="Last line of texts"
        hint="Customers read it at the end of each text, such as: Questions? Ask Ana at the counter."
        error={errors.smsSignature?.message}
      >
        <TextInput maxLength={60} autoComplete="off" {...form.register("smsSignature")} />
      </Field>
    </FormSection>
  );
}
