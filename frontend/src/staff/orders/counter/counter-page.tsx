import { NoTrucks } from "@/app/admin/no-trucks";
import { ScopedContent } from "@/app/admin/scoped-content";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { NewOrderWatch } from "@/components/orders/new-order-watch";
import { useLiveOrders } from "@/components/orders/use-live-orders";
import { BackButton } from "@/components/ui/back-button";
import { PageHeader } from "@/components/ui/page-header";
import { Counter, CounterSkeleton } from "@/features/admin-counter/counter";
import { useDocumentTitle } from "@/lib/use-document-title";

export function CounterPage() {
  const scope = useTruckScope();
  useDocumentTitle("New order");
  // What sells out meanwhile shows at once.
  const live = useLiveOrders(scope.truckId);
  return (
    <>
      <PageHeader
        title="New order"
        description={scope.truck ? `At the window of ${scope.truck.name}` : undefined}
        back={<BackButton fallback="/admin/orders" />}
        actions={<TruckSelect scope={scope} />}
      />
      {scope.truck ? (
        <NewOrderWatch
          key={scope.truck._id}
          truckId={scope.truck._id}
          zone={scope.truck.timezone}
          live={live}
        />
      ) : null}
      <ScopedContent scope={scope} skeleton={<CounterSkeleton />} what="orders">
        {scope.truck ? <Counter key={scope.truck._id} truck={scope.truck} /> : <NoTrucks />}
      </ScopedContent>
    </>
  );
}
