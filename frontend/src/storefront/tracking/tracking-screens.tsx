import { errorMessage } from "@/domain/api/errors";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./order-tracking.module.css";

export function TrackingSkeleton() {
  return (
    <div role="status" className={styles.page}>
      <span className="visually-hidden">Loading your order...</span>
      <Skeleton height="22rem" />
      <Skeleton height="16rem" />
    </div>
  );
}

export function OrderNotFound({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title="We could not find this order"
      description="The link may be cut short. Open it once more from your text message."
      action={<ButtonLink to={`/${slug}`}>Back to Menu</ButtonLink>}
    />
  );
}

export function TrackingFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      headingLevel="h1"
      title="Your order cannot be shown just now"
      description={errorMessage(error)}
      onRetry={onRetry}
    />
  );
}
