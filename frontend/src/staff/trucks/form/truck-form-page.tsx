import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { StaffTruck } from "@/domain/api/admin-types";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { Truck } from "@/domain/api/types";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { truckHue } from "@/domain/trucks/truck-hue";
import { FormSkeleton } from "@/forms/edit-form";
import { leaveUnasked } from "@/forms/leaving/use-leave-guard";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { knownCuisines } from "@/staff/trucks/form/fields/known-cuisines";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackButton, useReturnToList } from "@/ui/controls/back-button";
import { ErrorState } from "@/ui/feedback/error-state";
import { showToast } from "@/ui/feedback/toast";
import { PageHeader } from "@/ui/layout/page-header";
import { TruckCard } from "@/ui/trucks/truck-card";
import { staffTruckQuery } from "./api";
import { TruckForm } from "./truck-form";

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
  const { data: truck, error, isPending, refetch } = useQuery(staffTruckQuery(id));
  useDocumentTitle(truck ? m.common.editNamed({ name: truck.name }) : m.truckForm.titleEdit);
  if (truck) return <Form truck={truck} />;
  return (
    <>
      <PageHeader title={m.truckForm.titleEdit} back={<BackButton fallback={TRUCKS} />} />
      {isPending ? <FormSkeleton label={m.common.loadingTruck} /> : null}
      {error ? <TruckFailed error={error} onRetry={() => refetch()} /> : null}
    </>
  );
}

function TruckFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return <ErrorState title={m.truckForm.notFound} description={m.truckForm.notFoundHint} />;
  }
  return (
    <ErrorState title={m.truckForm.failed} description={errorMessage(error)} onRetry={onRetry} />
  );
}

function Form({ truck }: { truck: StaffTruck | null }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id: userId } = useCurrentUser();
  const { data: trucks } = useQuery(staffTrucksQuery());
  const cuisines = useMemo(() => knownCuisines(trucks ?? []), [trucks]);

  const returnToTrucks = useReturnToList(TRUCKS);

  function handleSaved({ name }: StaffTruck): void {
    showToast({
      type: "success",
      message: truck ? m.common.savedNamed({ name }) : m.truckForm.added({ name }),
    });
    leaveUnasked(returnToTrucks);
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

/** The card of the home page, to look at only. */
function previewOf(draft: Truck) {
  return (
    <ul inert>
      <TruckCard truck={draft} />
    </ul>
  );
}
