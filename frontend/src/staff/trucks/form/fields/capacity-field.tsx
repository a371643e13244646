import { useWatch } from "react-hook-form";
import { messages as m } from "@/messages";
import { CapacityPreview } from "@/staff/capacity/capacity-preview";
import { parseUnits } from "@/staff/capacity/hourly";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";

interface CapacityFieldProps {
  form: TruckFormApi;
  /** Null for a truck that is being added. */
  truckId: string | null;
}

/** How much a truck that is always open makes in ten minutes. Each stop has a limit of its own instead. */
export function CapacityField({ form, truckId }: CapacityFieldProps) {
  const [scheduleMode, typed] = useWatch({
    control: form.control,
    name: ["scheduleMode", "unitsPerTenMinutes"],
  });
  const units = parseUnits(typed) ?? null;
  if (scheduleMode !== "always") return null;
  return (
    <>
      <Field
        label={m.staff.trucksForm.unitsPerTenMinutes}
        hint={m.staff.trucksForm.fullTenMinutes}
        error={form.formState.errors.unitsPerTenMinutes?.message}
      >
        <TextInput
          inputMode="numeric"
          maxLength={3}
          placeholder={m.staff.capacity.noLimit}
          {...form.register("unitsPerTenMinutes")}
        />
      </Field>
      {units === null ? null : <CapacityPreview truckId={truckId} units={units} slotMinutes={10} />}
    </>
  );
}
