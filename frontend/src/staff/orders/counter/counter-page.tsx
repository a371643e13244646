import { messages as m } from "@/messages";
import { NewOrderWatch } from "@/staff/orders/live/new-order-watch";
import { useLiveOrders } from "@/staff/shared/use-live-orders";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackButton } from "@/ui/controls/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { Counter, CounterSkeleton } from "./counter";

export function CounterPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.common.newOrder);
  // What sells out meanwhile shows at once.
  const live = useLiveOrders(scope.truckId);
  return (
    <>
      <PageHeader
        title={m.common.newOrder}
        description={scope.truck ? m.counter.lead({ name: scope.truck.name }) : undefined}
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
      <TruckContent scope={scope} skeleton={<CounterSkeleton />}>
        {scope.truck ? <Counter key={scope.truck._id} truck={scope.truck} /> : null}
      </TruckContent>
    </>
  );
}
