import { sentenceOf } from "@/api/errors";
import { NoTrucks } from "@/app/admin/no-trucks";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { AvailabilityControls } from "@/features/admin-availability/availability-controls";
import { OrdersBoard } from "@/features/admin-orders/orders-board";
import { OrdersSkeleton } from "@/features/admin-orders/orders-skeleton";
import { useDocumentTitle } from "@/lib/use-document-title";

export function OrdersPage() {
  const scope = useTruckScope();
  useDocumentTitle("Orders");
  return (
    <>
      <PageHeader
        title="Orders"
        description={scope.truck ? `The newest orders of ${scope.truck.name}` : undefined}
        actions={
          <>
            {scope.truck ? <ButtonLink to="/admin/orders/new">New order</ButtonLink> : null}
            {scope.truck ? <ButtonLink to="/admin/kitchen">Kitchen view</ButtonLink> : null}
            <TruckSelect scope={scope} />
          </>
        }
      />
      {scope.isLoading ? <OrdersSkeleton /> : null}
      {scope.error && !scope.truck ? (
        <ErrorState
          title={`Failed to load trucks: ${sentenceOf(scope.error)}`}
          onRetry={() => void scope.refetch()}
        />
      ) : null}
      {!scope.isLoading && !scope.error && !scope.truck ? (
        <NoTruck isChooser={scope.isChooser} />
      ) : null}
      {scope.truck ? (
        <AvailabilityControls key={`controls-${scope.truck._id}`} truck={scope.truck} />
      ) : null}
      {scope.truck ? <OrdersBoard key={scope.truck._id} truck={scope.truck} /> : null}
    </>
  );
}

function NoTruck({ isChooser }: { isChooser: boolean }) {
  return isChooser ? (
    <NoTrucks />
  ) : (
    <EmptyState
      title="No Truck Assigned"
      description="You are not assigned to a food truck yet. Please contact an administrator."
    />
  );
}
