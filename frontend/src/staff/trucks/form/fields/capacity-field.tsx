import { useWatch } from "react-hook-form";
import { TruckUnitsField } from "@/staff/schedule/capacity/capacity-preview";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";

interface CapacityFieldProps {
  form: TruckFormApi;
  /** Null for a truck that is being added. */
  truckId: string | null;
}

/** The capacity of a truck that is always open. */
export function CapacityField({ form, truckId }: CapacityFieldProps) {
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
