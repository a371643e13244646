import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "@/domain/api/errors";
import { isTruckMissing, truckBySlugQuery } from "@/domain/trucks/public-truck-queries";
import { messages as m } from "@/messages";
import { useTruckHue, useTruckManifest } from "@/storefront/layout/use-truck-manifest-and-hue";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState, ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Box, Stack } from "@/ui/layout";
import { OrderingScreen } from "./ordering-screen";
import styles from "./truck.module.css";

/** Loads the truck and says when there is none; `OrderingScreen` draws it. */
export function TruckPage({ slug }: { slug: string | undefined }) {
  if (slug === undefined) return <NoSlugPage />;
  return <TruckOf slug={slug} />;
}

function NoSlugPage() {
  useDocumentTitle(m.truck.noSlug.title);
  return (
    <Frame>
      <NoTruckSlug />
    </Frame>
  );
}

function TruckOf({ slug }: { slug: string }) {
  const { data: truck, error, refetch, isPending } = useQuery(truckBySlugQuery(slug));
  const missing = isTruckMissing(error);
  useTruckHue(truck ?? { slug });
  useTruckManifest(truck);
  useDocumentTitle(missing ? m.truck.missing.title : (truck?.name ?? ""));
  if (missing) {
    return (
      <Frame>
        <TruckNotFound slug={slug} />
      </Frame>
    );
  }
  return (
    <Frame>
      {isPending ? <TruckSkeleton /> : null}
      {error && !truck ? <TruckFailed error={error} onRetry={() => refetch()} /> : null}
      {truck ? <OrderingScreen slug={slug} truck={truck} /> : null}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Box centered measure="page" className={styles.page}>
      {children}
    </Box>
  );
}

function NoTruckSlug() {
  return (
    <EmptyState
      title={m.truck.noSlug.title}
      description={m.truck.noSlug.hint}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

function TruckNotFound({ slug }: { slug: string }) {
  return (
    <EmptyState
      title={m.truck.missing.title}
      description={m.truck.missing.hint({ slug })}
      action={<BrowseTrucks />}
      headingLevel="h1"
    />
  );
}

function TruckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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

function TruckSkeleton() {
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
