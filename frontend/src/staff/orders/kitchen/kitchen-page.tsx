import { errorMessage } from "@/domain/api/errors";
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
  useDocumentTitle("Kitchen");
  return (
    <>
      <header className={styles.header}>
        <BackLink to="/admin/orders" label="Orders" />
        <div className={styles.words}>
          <h1 className={styles.title}>Kitchen</h1>
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
          title={`Failed to load trucks: ${errorMessage(scope.error)}`}
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
      title="No Truck Assigned"
      description="You are not assigned to a food truck yet. Please contact an administrator."
    />
  );
}
