import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-content";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { Comparison } from "./comparison/comparison";
import { DashboardTiles } from "./dashboard-tiles";
import { MenuPreview, PreviewSkeleton } from "./menu-preview";
import { NoTruckNotice } from "./no-truck-notice";
import { OpenOrders } from "./open-orders";
import { PlatformLinks } from "./platform-links";
import { TruckToday } from "./truck-today";

/** Where staff arrive: the ways on, how the truck stands, and a look at its menu. */
export function DashboardPage() {
  const { name, email } = useCurrentUser();
  const scope = useTruckScope();
  useDocumentTitle(m.staff.dashboard.dashboard);
  return (
    <>
      <PageHeader
        title={m.staff.dashboard.welcome({ name: name || email })}
        description={scope.truck ? <TruckToday truck={scope.truck} /> : null}
        actions={<TruckSelect scope={scope} />}
      />
      <DashboardTiles openOrders={scope.truckId ? <OpenOrders truckId={scope.truckId} /> : null} />
      {scope.isChooser ? <PlatformLinks /> : null}
      {scope.isChooser ? <Comparison /> : null}
      <TruckMenu scope={scope} />
    </>
  );
}

function TruckMenu({ scope }: { scope: TruckScope }) {
  const { truckId, truck } = scope;
  return (
    <TruckContent scope={scope} skeleton={<PreviewSkeleton />} noTruck={<NoTruckNotice />}>
      {truckId ? (
        <div {...(truck ? truckHueProps(truck) : {})}>
          <MenuPreview key={truckId} truckId={truckId} />
        </div>
      ) : null}
    </TruckContent>
  );
}
