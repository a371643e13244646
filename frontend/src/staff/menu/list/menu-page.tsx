import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { AccessRestricted } from "@/staff/menu/access-restricted";
import { signOut } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-content";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackLink } from "@/ui/controls/back-button";
import { ButtonLink } from "@/ui/controls/button";
import { PageHeader } from "@/ui/layout/page-header";
import { DevButtons } from "./dev-buttons";
import { MenuList } from "./menu-list";
import { MenuListSkeleton } from "./menu-list-skeleton";

/** The menu of one truck: an admin's own, or the one that a superadmin chose. */
export function MenuPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.common.menu);
  return (
    <>
      <PageHeader
        title={m.common.menu}
        back={<BackLink to="/admin/dashboard" label={m.menu.toDashboard} />}
        actions={
          <>
            <TruckSelect scope={scope} />
            {scope.truckId ? (
              <ButtonLink to={newPath(scope)} variant="primary">
                {m.menu.add}
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
  const { truckId, truck, isChooser } = scope;
  return (
    <TruckContent scope={scope} skeleton={<MenuListSkeleton />} noTruck={<AccessRestricted />}>
      {truckId ? (
        <div {...(truck ? truckHueProps(truck) : {})}>
          <MenuList
            key={truckId}
            truckId={truckId}
            truckName={isChooser ? (truck?.name ?? "") : null}
            newPath={newPath(scope)}
          />
        </div>
      ) : null}
    </TruckContent>
  );
}

/** A superadmin's new menu item goes to the truck that is chosen here. */
function newPath({ isChooser, truckId }: TruckScope): string {
  return isChooser ? `/admin/menu/new?truck=${truckId}` : "/admin/menu/new";
}
