import { type ReactNode, useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import type { Truck } from "@/domain/api/types";
import { EditForm } from "@/forms/edit-form";
import { messages as m } from "@/messages";
import { LookFields } from "@/staff/trucks/form/fields/appearance-fields";
import { IdentityFields } from "@/staff/trucks/form/fields/identity-fields";
import { MoneyFields } from "@/staff/trucks/form/fields/money-fields";
import { OrderingFields } from "@/staff/trucks/form/fields/ordering-fields";
import { PlaceFields } from "@/staff/trucks/form/fields/place-fields";
import { DeleteTruck } from "./delete-truck";
import { describeChange } from "./describe-change";
import { TruckPreview } from "./truck-preview";
import { useTruckForm } from "./use-truck-form";

export interface TruckFormProps {
  /** The truck to change; null makes a new one. */
  truck: StaffTruck | null;
  /** What other trucks call their cooking. */
  knownCuisines: readonly string[];
  /** The hue that a slug gives. */
  hueOfSlug: (slug: string) => number;
  /** How customers will see it. */
  preview: (draft: Truck) => ReactNode;
  backTo: string;
  /** Names the person and the form. */
  draftKey: string;
  onSaved: (truck: StaffTruck) => void;
  onDeleted: () => void;
}

export function TruckForm(props: TruckFormProps) {
  const { truck, preview } = props;
  const { form, element, submit, problem, conflict, isRestored } = useTruckForm(props);
  const { isDirty, isSubmitting } = form.formState;
  const uploads = useUploads();
  return (
    <EditForm
      title={truck ? m.common.editNamed({ name: truck.name }) : m.truckForm.titleNew}
      what={m.truckForm.thisTruck}
      backTo={props.backTo}
      formRef={element}
      onSubmit={submit}
      isDirty={isDirty}
      isSaving={isSubmitting}
      isUploading={uploads.isRunning}
      isRestored={isRestored}
      problem={problem}
      conflict={conflict && { ...conflict, changes: conflict.changes.map(describeChange) }}
      aside={<TruckPreview form={form} truckId={truck?._id ?? null} preview={preview} />}
    >
      <IdentityFields form={form} truck={truck} knownCuisines={props.knownCuisines} />
      <PlaceFields form={form} />
      <LookFields form={form} hueOfSlug={props.hueOfSlug} onUploading={uploads.tell} />
      <OrderingFields form={form} truckId={truck?._id ?? null} />
      <MoneyFields form={form} />
      {truck ? <DeleteTruck truck={truck} onDeleted={props.onDeleted} /> : null}
    </EditForm>
  );
}

/** Two images may be on their way at once. */
function useUploads() {
  const [running, setRunning] = useState(0);
  return {
    isRunning: running > 0,
    tell: (busy: boolean) => setRunning((count) => count + (busy ? 1 : -1)),
  };
}
