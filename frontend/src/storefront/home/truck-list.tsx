import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import { publicTrucksQuery } from "@/domain/trucks/api";
import { messages as m } from "@/messages";
import { TruckMapOpener } from "@/storefront/map/truck-map-opener";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import { TruckCard } from "@/ui/trucks/truck-card";
import styles from "./truck-list.module.css";

const SKELETON_CARDS = ["a", "b", "c", "d", "e", "f"];

/** The grid of trucks, or what stands in its place. */
export function TruckList() {
  const { data: trucks, error, refetch, isPending } = useQuery(publicTrucksQuery());
  if (isPending) return <TruckListSkeleton />;
  if (error && !trucks) {
    return (
      <ErrorState
        title={m.storefront.home.failedToLoadFoodTrucks}
        description={errorMessage(error)}
        onRetry={() => refetch()}
        headingLevel="h3"
      />
    );
  }
  if (!trucks || trucks.length === 0) {
    return <EmptyState title={m.storefront.home.noFoodTrucksAvailableAt} headingLevel="h3" />;
  }
  return (
    <div className={styles.list}>
      <TruckMapOpener trucks={trucks} />
      <ul className={styles.grid}>
        {trucks.map((truck, index) => (
          <TruckCard key={truck._id} truck={truck} first={index === 0} />
        ))}
      </ul>
    </div>
  );
}

function TruckListSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.storefront.home.loadingFoodTrucks}</span>
      <div className={styles.grid}>
        {SKELETON_CARDS.map((card) => (
          <div key={card} className={styles.skeleton}>
            <Skeleton className={styles.skeletonImage} height="auto" />
            <Skeleton width="60%" height="1.5rem" />
            <Skeleton width="90%" />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </div>
  );
}
