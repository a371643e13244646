import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack } from "@/ui/layout";

export function NoTruckSlug() {
  return (
    <EmptyState
      title={m.truck.noSlug.title}
      description={m.truck.noSlug.hint}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

export function TruckNotFound({ slug }: { slug: string }) {
  return (
    <EmptyState
      title={m.truck.missing.title}
      description={m.truck.missing.hint({ slug })}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

export function TruckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      title={m.truck.failed}
      description={errorMessage(error)}
      onRetry={onRetry}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

export function TruckSkeleton() {
  return (
    <Stack gap={5} role="status">
      <span className="visually-hidden">{m.common.loadingTruck}</span>
      <Skeleton height="18rem" />
      <Skeleton width="12rem" height="2rem" />
      <Skeleton height="11rem" />
    </Stack>
  );
}

function BrowseTrucks() {
  return <ButtonLink to="/">{m.common.browseTrucks}</ButtonLink>;
}
