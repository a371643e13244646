import { errorMessage } from "@/domain/api/errors";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./truck-screens.module.css";

export function NoTruckSlug() {
  return (
    <EmptyState
      title="No Truck Slug Found"
      description="This address does not name a truck. Pick one from the list."
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

export function TruckNotFound({ slug }: { slug: string }) {
  return (
    <EmptyState
      title="Truck Not Found"
      description={`We couldn't find a truck with slug "${slug}".`}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

export function TruckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      title="Error Loading Truck"
      description={errorMessage(error)}
      onRetry={onRetry}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

export function TruckSkeleton() {
  return (
    <div role="status" className={styles.skeleton}>
      <span className="visually-hidden">Loading the truck...</span>
      <Skeleton height="18rem" />
      <Skeleton width="12rem" height="2rem" />
      <Skeleton height="11rem" />
    </div>
  );
}

function BrowseTrucks() {
  return <ButtonLink to="/">Browse Food Trucks</ButtonLink>;
}
