import { messages as m } from "@/messages";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Switch } from "@/ui/controls/choices/switch";
import { Field } from "@/ui/inputs/field";
import { PercentInput } from "@/ui/inputs/percent-input";

/** Whether the truck takes tips, and which percentages it offers. */
export function TipFields({ form }: { form: TruckFormApi }) {
  return (
    <>
      <Switch
        label={m.common.takesTips}
        hint={m.truckForm.tips.hint}
        {...form.register("takesTips")}
      />
      <Field
        label={m.common.offeredTips}
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
