import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Truck } from "@/domain/api/public-types";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { truckHue } from "@/domain/trucks/truck-hue";
import { EditForm } from "@/forms/edit-form-and-preview-frame";
import { leaveUnasked } from "@/forms/unsaved-guard-and-form-drawer";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { staffTruckQuery } from "@/staff/trucks/api";
import { DeleteTruckQuestion } from "@/staff/trucks/delete-and-deactivate-truck";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { FormSkeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { BackButton, useReturnToList } from "@/ui/layout/back-button-and-return-to-list";
import { Folded, FormSection } from "@/ui/layout/form-section-row-and-folded";
import { PageHeader } from "@/ui/layout/page-header";
import {
  BusinessAddress,
  CityFields,
  ContactFields,
  TimezoneField,
} from "./address-contact-and-timezone-fields";
import { AppearanceFields } from "./appearance-fields";
import { IdentityFields, NameField } from "./name-slug-and-cuisine-fields";
import { MoneyFields, OrderingFields, TaxField } from "./ordering-and-money-fields";
import { previewOf, TruckPreview } from "./truck-preview";
import { type TruckFormApi, useTruckForm, useUploads } from "./use-truck-form";

const TRUCKS = "/admin/trucks";

export function TruckFormPage() {
  const { id } = useParams();
  return id === undefined ? <NewTruck /> : <EditTruck id={id} />;
}

function NewTruck() {
  useDocumentTitle(m.truckForm.titleNew);
  return <Form truck={null} />;
}

function EditTruck({ id }: { id: string }) {
  const query = useQuery(staffTruckQuery(id));
  const truck = query.data;
  useDocumentTitle(truck ? m.common.editNamed({ name: truck.name }) : m.truckForm.titleEdit);
  if (truck) return <Form truck={truck} />;
  return (
    <>
      <PageHeader title={m.truckForm.titleEdit} back={<BackButton fallback={TRUCKS} />} />
      <Loaded
        query={query}
        skeleton={<FormSkeleton label={m.common.loadingTruck} />}
        failed={m.truckForm.failed}
        missing={<ErrorState title={m.truckForm.notFound} description={m.truckForm.notFoundHint} />}
      >
        {() => null}
      </Loaded>
    </>
  );
}

function Form({ truck }: { truck: StaffTruck | null }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id: userId } = useCurrentUser();
  const { data: trucks } = useQuery(staffTrucksQuery());
  const cuisines = useMemo(() => knownCuisines(trucks ?? []), [trucks]);

  const returnToTrucks = useReturnToList(TRUCKS);

  function handleSaved({ _id, name }: StaffTruck): void {
    showToast({
      type: "success",
      message: truck ? m.common.savedNamed({ name }) : m.truckForm.added({ name }),
    });
    // A new truck is a draft: its page says what it still needs.
    leaveUnasked(
      truck ? returnToTrucks : () => void navigate(`${TRUCKS}/${_id}`, { replace: true }),
    );
  }

  function handleDeleted(): void {
    showToast({ type: "success", message: m.common.truckDeleted });
    leaveUnasked(() => void navigate(TRUCKS, { replace: true }));
  }

  return (
    <TruckForm
      truck={truck}
      knownCuisines={cuisines}
      hueOfSlug={truckHue}
      preview={previewOf}
      draftKey={`${userId} ${pathname}`}
      backTo={TRUCKS}
      onSaved={handleSaved}
      onDeleted={handleDeleted}
    />
  );
}

interface TruckFormProps {
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

function TruckForm(props: TruckFormProps) {
  const { truck, preview } = props;
  const record = useTruckForm(props);
  const { form } = record;
  const uploads = useUploads();
  return (
    <EditForm
      title={truck ? m.common.editNamed({ name: truck.name }) : m.truckForm.titleNew}
      conflictTitle={m.truckForm.conflict.title}
      backTo={props.backTo}
      record={record}
      isUploading={uploads.isRunning}
      aside={<TruckPreview form={form} truck={truck} preview={preview} />}
    >
      {truck ? null : <FirstFields form={form} />}
      {truck ? (
        <MoreFields {...props} form={form} onUploading={uploads.tell} />
      ) : (
        <Folded title={m.truckForm.more} hasMistake={hasMistakeInMore(form)}>
          <MoreFields {...props} form={form} onUploading={uploads.tell} />
        </Folded>
      )}
      {truck ? <DeleteTruck truck={truck} onDeleted={props.onDeleted} /> : null}
    </EditForm>
  );
}

interface MoreFieldsProps extends TruckFormProps {
  form: TruckFormApi;
  onUploading: (busy: boolean) => void;
}

/** All that a stored truck has; of a new one, what may wait. */
function MoreFields({ truck, form, ...props }: MoreFieldsProps) {
  return (
    <>
      <IdentityFields form={form} truck={truck} knownCuisines={props.knownCuisines} />
      <ContactFields form={form} isNew={truck === null} />
      <BusinessAddress form={form} />
      <AppearanceFields form={form} hueOfSlug={props.hueOfSlug} onUploading={props.onUploading} />
      <OrderingFields form={form} truckId={truck?._id ?? null} />
      <MoneyFields form={form} isNew={truck === null} />
    </>
  );
}

const FIRST_FIELDS = ["name", "location", "timezone", "taxRate"];

/** All that a draft needs; the rest may wait. */
function FirstFields({ form }: { form: TruckFormApi }) {
  return (
    <FormSection title={m.truckForm.identity.title} description={m.truckForm.draftLead}>
      <NameField form={form} />
      <CityFields form={form} />
      <TimezoneField form={form} />
      <TaxField form={form} hint={m.truckForm.money.newTaxHint} />
    </FormSection>
  );
}

function hasMistakeInMore({ formState }: TruckFormApi): boolean {
  return Object.keys(formState.errors).some((name) => !FIRST_FIELDS.includes(name));
}

interface DeleteTruckProps {
  truck: StaffTruck;
  onDeleted: () => void;
}

/** The end of the form: deletes the truck, after a question. */
function DeleteTruck({ truck, onDeleted }: DeleteTruckProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <FormSection title={m.common.delete} description={m.truckForm.delete.hint}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.common.deleteTruck}
        </Button>
      </div>
      <DeleteTruckQuestion
        truck={truck}
        open={isAsking}
        onOpenChange={setAsking}
        onDeleted={onDeleted}
      />
    </FormSection>
  );
}

/** The tags in use, the commonest first, so that one cuisine is not called two names. */
function knownCuisines(trucks: readonly Pick<StaffTruck, "cuisine">[]): string[] {
  const counts = new Map<string, number>();
  for (const { cuisine } of trucks) {
    for (const tag of cuisine) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
}
