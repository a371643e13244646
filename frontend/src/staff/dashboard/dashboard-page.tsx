import { sentenceOf } from "@/api/errors";
import { NoTrucks } from "@/app/admin/no-trucks";
import { type TruckScope, TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { DashboardTiles } from "@/features/admin-dashboard/dashboard-tiles";
import { MenuPreview, PreviewSkeleton } from "@/features/admin-dashboard/menu-preview";
import { NoTruckNotice } from "@/features/admin-dashboard/no-truck-notice";
import { OpenOrders } from "@/features/admin-dashboard/open-orders";
import { PlatformLinks } from "@/features/admin-dashboard/platform-links";
import { TruckToday } from "@/features/admin-dashboard/truck-today";
import { useCurrentUser } from "@/features/auth/session";
import { truckHueProps } from "@/features/trucks/truck-hue";
import { useDocumentTitle } from "@/lib/use-document-title";

/** Where staff arrive: the ways on, how the truck stands, and a look at its menu. */
export function DashboardPage() {
  const { name, email } = useCurrentUser();
  const scope = useTruckScope();
  useDocumentTitle("Dashboard");
  return (
    <>
      <PageHeader
        title={`Welcome, ${name || email}`}
        description={scope.truck ? <TruckToday truck={scope.truck} /> : null}
        actions={<TruckSelect scope={scope} />}
      />
      <DashboardTiles openOrders={scope.truckId ? <OpenOrders truckId={scope.truckId} /> : null} />
      {scope.isChooser ? <PlatformLinks /> : null}
      <TruckMenu scope={scope} />
    </>
  );
}

function TruckMenu({ scope }: { scope: TruckScope }) {
  const { truckId, truck, isChooser, isLoading, error, refetch } = scope;
  if (truckId) {
    return (
      <div {...(truck ? truckHueProps(truck) : {})}>
        <MenuPreview key={truckId} truckId={truckId} />
      </div>
    );
  }
  if (!isChooser) return <NoTruckNotice />;
  if (isLoading) return <PreviewSkeleton />;
  if (error) {
    return <ErrorState title={`Failed to load trucks: ${sentenceOf(error)}`} onRetry={refetch} />;
  }
  return <NoTrucks />;
}
