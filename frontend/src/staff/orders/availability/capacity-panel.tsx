import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import * as v from "valibot";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { applyTruck } from "@/domain/trucks/staff-trucks";
import { SectionForm } from "@/forms/section-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { typedUnits } from "@/staff/schedule/capacity/capacity-units";
import { TruckUnitsField } from "@/staff/schedule/capacity/limit-field-and-preview";
import { changeSettings } from "@/staff/trucks/api";
import { showToast } from "@/ui/feedback/toast";

const schema = v.object({ unitsPerTenMinutes: typedUnits });

/** How much the kitchen of a truck that is always open makes in ten minutes. */
export function CapacityPanel({ truck, onDone }: { truck: StaffTruck; onDone: () => void }) {
  const client = useQueryClient();
  const record = useRecordForm({
    record: truck,
    blank: { unitsPerTenMinutes: "" },
    valuesOf: ({ settings }) => ({ unitsPerTenMinutes: String(settings.unitsPerTenMinutes ?? "") }),
    schema,
    save: (_base, sent) => changeSettings(truck._id, sent),
    explain: (error) => m.capacity.failed({ reason: errorMessage(error) }),
    onStored: (saved) => applyTruck(client, saved),
    onSaved: () => {
      showToast({ type: "success", message: m.capacity.saved });
      onDone();
    },
  });
  const { form } = record;
  return (
    <SectionForm
      record={record}
      label={m.capacity.title}
      save={m.common.save}
      saving={m.common.savingDots}
    >
      <TruckUnitsField
        truckId={truck._id}
        typed={useWatch({ control: form.control, name: "unitsPerTenMinutes" })}
        error={form.formState.errors.unitsPerTenMinutes?.message}
        input={form.register("unitsPerTenMinutes")}
      />
    </SectionForm>
  );
}
