import type { ComponentProps } from "react";
import { messages as m } from "@/messages";
import { Field, type FieldProps } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { CapacityPreview } from "./capacity-preview";
import { parseUnits } from "./hourly";

interface TruckUnitsFieldProps extends Pick<FieldProps, "error"> {
  /** Whose menu gives the example; null for a truck that is not there yet. */
  truckId: string | null;
  /** What is in the field now. */
  typed: string;
  input: ComponentProps<typeof TextInput>;
}

/** How much a truck that is always open makes in ten minutes. Each stop has a limit of its own instead. */
export function TruckUnitsField({ truckId, typed, error, input }: TruckUnitsFieldProps) {
  const units = parseUnits(typed) ?? null;
  return (
    <>
      <Field label={m.common.unitsPerTenMinutes} hint={m.capacity.perTenMinutesHint} error={error}>
        <TextInput inputMode="numeric" maxLength={3} placeholder={m.common.noLimit} {...input} />
      </Field>
      {units === null ? null : <CapacityPreview truckId={truckId} units={units} slotMinutes={10} />}
    </>
  );
}
