import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack } from "@/ui/layout";
import styles from "./tracking.module.css";

export function TrackingSkeleton() {
  return (
    <Stack gap={6} centered role="status" className={styles.page}>
      <span className="visually-hidden">{m.tracking.loading}</span>
      <Skeleton height="22rem" />
      <Skeleton height="16rem" />
    </Stack>
  );
}

export function OrderNotFound({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.tracking.missing.title}
      description={m.tracking.missing.hint}
      action={<ButtonLink to={`/${slug}`}>{m.common.backToMenu}</ButtonLink>}
    />
  );
}

export function TrackingFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      headingLevel="h1"
      title={m.tracking.failed}
      description={errorMessage(error)}
      onRetry={onRetry}
    />
  );
}
