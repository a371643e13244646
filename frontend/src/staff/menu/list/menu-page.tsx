import { sentenceOf } from "@/api/errors";
import { NoTrucks } from "@/app/admin/no-trucks";
import { type TruckScope, TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { BackLink } from "@/components/ui/back-button";
import { ButtonLink } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { AccessRestricted } from "@/features/admin-menu-list/access-restricted";
import { DevButtons } from "@/features/admin-menu-list/dev-buttons";
import { MenuList } from "@/features/admin-menu-list/menu-list";
import { MenuListSkeleton } from "@/features/admin-menu-list/menu-list-skeleton";
import { signOut } from "@/features/auth/session";
import { truckHueProps } from "@/features/trucks/truck-hue";
import { useDocumentTitle } from "@/lib/use-document-title";

/** The menu of one truck: an admin's own, or the one that a superadmin chose. */
export function MenuPage() {
  const scope = useTruckScope();
  useDocumentTitle("Menu");
  return (
    <>
      <PageHeader
        title="Menu"
        back={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
        actions={
          <>
            <TruckSelect scope={scope} />
            {scope.truckId ? (
              <ButtonLink to={newPath(scope)} variant="primary">
                Add Menu Item
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <TruckMenu scope={scope} />
      <DevButtons truckId={scope.truckId} onFreshLogin={signOut} />
    </>
  );
}

function TruckMenu({ scope }: { scope: TruckScope }) {
  const { truckId, truck, isChooser, isLoading, error, refetch } = scope;
  if (truckId) {
    return (
      <div {...(truck ? truckHueProps(truck) : {})}>
        <MenuList
          key={truckId}
          truckId={truckId}
          truckName={isChooser ? (truck?.name ?? "") : null}
          newPath={newPath(scope)}
        />
      </div>
    );
  }
  if (!isChooser) return <AccessRestricted />;
  if (isLoading) return <MenuListSkeleton />;
  if (error) {
    return <ErrorState title={`Failed to load trucks: ${sentenceOf(error)}`} onRetry={refetch} />;
  }
  return <NoTrucks />;
}

/** A superadmin's new dish goes to the truck that is chosen here. */
function newPath({ isChooser, truckId }: TruckScope): string {
  return isChooser ? `/admin/menu/new?truck=${truckId}` : "/admin/menu/new";
}
