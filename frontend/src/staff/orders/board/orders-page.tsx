import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
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
  useDocumentTitle(m.staff.orders.orders);
  return (
    <>
      <PageHeader
        title={m.staff.orders.orders}
        description={
          scope.truck ? m.staff.orders.theNewestOrdersOf({ name: scope.truck.name }) : undefined
        }
        actions={
          <>
            {scope.truck ? (
              <ButtonLink to="/admin/orders/new">{m.staff.orders.newOrder}</ButtonLink>
            ) : null}
            {scope.truck ? (
              <ButtonLink to="/admin/kitchen">{m.staff.orders.kitchenView}</ButtonLink>
            ) : null}
            <TruckSelect scope={scope} />
          </>
        }
      />
      {scope.isLoading ? <OrdersSkeleton /> : null}
      {scope.error && !scope.truck ? (
        <ErrorState
          title={m.staff.orders.failedToLoadTrucks({ errorMessage: errorMessage(scope.error) })}
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
      title={m.staff.orders.noTruckAssigned}
      description={m.staff.orders.youAreNotAssignedTo}
    />
  );
}
