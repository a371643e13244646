import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { AvailabilityControls } from "@/staff/orders/availability/availability-controls";
import { isUnfinished, useCounterDraft } from "@/staff/orders/counter/counter-draft";
import { NewOrderAlerts } from "@/staff/orders/live/new-order-alerts";
import { ChangeOfPlan } from "@/staff/schedule/disruptions/change-of-plan";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { PageHeader } from "@/ui/layout/headings";
import { OrdersBoard } from "./orders-board";
import { OrdersSkeleton } from "./orders-skeleton";

export function OrdersPage() {
  const scope = useTruckScope({ allowsDeleted: true });
  useDocumentTitle(m.common.orders);
  return (
    <>
      <PageHeader
        title={m.common.orders}
        description={scope.truck ? m.orders.lead({ name: scope.truck.name }) : undefined}
        actions={
          <>
            {scope.truck && !scope.truck.archivedAt ? (
              <NewOrderLink truckId={scope.truck._id} />
            ) : null}
            {scope.truck ? (
              <ButtonLink to="/admin/kitchen">{m.orders.kitchenView}</ButtonLink>
            ) : null}
            <TruckSelect scope={scope} />
          </>
        }
      />
      <TruckContent scope={scope} skeleton={<OrdersSkeleton />}>
        {scope.truck ? <TruckOrders key={scope.truck._id} truck={scope.truck} /> : null}
      </TruckContent>
    </>
  );
}

function NewOrderLink({ truckId }: { truckId: string }) {
  const isTyped = isUnfinished(useCounterDraft(truckId));
  return (
    <ButtonLink to="/admin/orders/new">
      {isTyped ? m.orders.newOrderUnfinished : m.common.newOrder}
    </ButtonLink>
  );
}

/** A deleted truck takes no orders: of it only the board is left, to end what is open there. */
function TruckOrders({ truck }: { truck: StaffTruck }) {
  return (
    <>
      {truck.archivedAt ? null : (
        <>
          <AvailabilityControls truck={truck} />
          <ChangeOfPlan truck={truck} />
          <NewOrderAlerts truckId={truck._id} />
        </>
      )}
      <OrdersBoard truck={truck} />
    </>
  );
}
