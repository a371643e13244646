import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { StaffTruck } from "@/api/admin-types";
import { ApiError, sentenceOf } from "@/api/errors";
import { staffTrucksQuery } from "@/api/staff-trucks";
import type { Truck } from "@/api/types";
import { BackButton, useReturnToList } from "@/components/ui/back-button";
import { ErrorState } from "@/components/ui/error-state";
import { FormSkeleton } from "@/components/ui/form-skeleton";
import { PageHeader } from "@/components/ui/page-header";
import { showToast } from "@/components/ui/toast-store";
import { staffTruckQuery } from "@/features/admin-truck-form/api";
import { knownCuisines } from "@/features/admin-truck-form/known-cuisines";
import { TruckForm } from "@/features/admin-truck-form/truck-form";
import { useCurrentUser } from "@/features/auth/session";
import { TruckCard } from "@/features/trucks/truck-card";
import { truckHue } from "@/features/trucks/truck-hue";
import { useDocumentTitle } from "@/lib/use-document-title";

const TRUCKS = "/admin/trucks";

export function TruckFormPage() {
  const { id } = useParams();
  return id === undefined ? <NewTruck /> : <EditTruck id={id} />;
}

function NewTruck() {
  useDocumentTitle("New truck");
  return <Form truck={null} />;
}

function EditTruck({ id }: { id: string }) {
  const { data: truck, error, isPending, refetch } = useQuery(staffTruckQuery(id));
  useDocumentTitle(truck ? `Edit ${truck.name}` : "Edit truck");
  if (truck) return <Form truck={truck} />;
  return (
    <>
      <PageHeader title="Edit truck" back={<BackButton fallback={TRUCKS} />} />
      {isPending ? <FormSkeleton label="Loading the truck..." /> : null}
      {error ? <TruckFailed error={error} onRetry={() => refetch()} /> : null}
    </>
  );
}

function TruckFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <ErrorState
        title="Truck not found"
        description="It may have been deleted. The list shows the trucks that there are."
      />
    );
  }
  return (
    <ErrorState title="Failed to load truck" description={sentenceOf(error)} onRetry={onRetry} />
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
    showToast({ type: "success", message: truck ? `${name} saved` : `${name} added` });
    returnToTrucks();
  }

  function handleDeleted(): void {
    showToast({ type: "success", message: "Truck deleted" });
    navigate(TRUCKS, { replace: true });
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
