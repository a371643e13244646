import { errorMessage } from "@/domain/api/errors";
import { NoTrucks } from "@/staff/shell/no-trucks";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { AvailabilityControls } from "@/staff/trucks/availability/availability-controls";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { PageHeader } from "@/ui/layout/page-header";
import { OrdersBoard } from "./orders-board";
import { OrdersSkeleton } from "./orders-skeleton";

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
          title={`Failed to load trucks: ${errorMessage(scope.error)}`}
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
