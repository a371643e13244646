import { sentenceOf } from "@/api/errors";
import { NoTrucks } from "@/app/admin/no-trucks";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { ThemeSwitch } from "@/app/layouts/theme-switch";
import { BackLink } from "@/components/ui/back-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { AvailabilityControls } from "@/features/admin-availability/availability-controls";
import { KitchenBoard } from "@/features/admin-kitchen/kitchen-board";
import { KitchenSkeleton } from "@/features/admin-kitchen/kitchen-skeleton";
import { useCurrentUser } from "@/features/auth/session";
import { useDocumentTitle } from "@/lib/use-document-title";
import styles from "./kitchen-page.module.css";

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
          title={`Failed to load trucks: ${sentenceOf(scope.error)}`}
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
