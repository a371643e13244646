import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { NoTrucks } from "@/staff/shell/no-trucks";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { AvailabilityControls } from "@/staff/trucks/availability/availability-controls";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackLink } from "@/ui/controls/back-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { ThemeSwitch } from "@/ui/layout/theme-switch";
import { KitchenBoard } from "./kitchen-board";
import styles from "./kitchen-page.module.css";
import { KitchenSkeleton } from "./kitchen-skeleton";

export function KitchenPage() {
  const scope = useTruckScope();
  const user = useCurrentUser();
  useDocumentTitle(m.staff.ordersKitchen.kitchen);
  return (
    <>
      <header className={styles.header}>
        <BackLink to="/admin/orders" label={m.staff.ordersKitchen.orders} />
        <div className={styles.words}>
          <h1 className={styles.title}>{m.staff.ordersKitchen.kitchen}</h1>
          {scope.truck ? <p className={styles.truck}>{scope.truck.name}</p> : null}
        </div>
        <ThemeSwitch />
        <TruckSelect scope={scope} />
        {scope.truck ? (
          <div className={styles.controls}>
            <AvailabilityControls key={scope.truck._id} truck={scope.truck} />
          </div>
        ) : null}
      </header>
      {scope.isLoading ? <KitchenSkeleton /> : null}
      {scope.error && !scope.truck ? (
        <ErrorState
          title={m.staff.ordersKitchen.failedToLoadTrucks({
            errorMessage: errorMessage(scope.error),
          })}
          onRetry={() => void scope.refetch()}
        />
      ) : null}
      {!scope.isLoading && !scope.error && !scope.truck ? (
        <NoTruck isChooser={scope.isChooser} />
      ) : null}
      {scope.truck ? (
        <KitchenBoard key={scope.truck._id} truck={scope.truck} userId={user._id} />
      ) : null}
    </>
  );
}

function NoTruck({ isChooser }: { isChooser: boolean }) {
  return isChooser ? (
    <NoTrucks />
  ) : (
    <EmptyState
      title={m.staff.ordersKitchen.noTruckAssigned}
      description={m.staff.ordersKitchen.youAreNotAssignedTo}
    />
  );
}
