import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isTruckMissing, truckBySlugQuery } from "@/domain/trucks/truck-by-slug";
import { useTruckHue } from "@/domain/trucks/use-truck-hue";
import { messages as m } from "@/messages";
import { useWebApp } from "@/storefront/layout/use-web-app";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Box } from "@/ui/layout";
import { OrderingScreen } from "./ordering-screen";
import styles from "./truck.module.css";
import { NoTruckSlug, TruckFailed, TruckNotFound, TruckSkeleton } from "./truck-screens";

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
  useWebApp(truck);
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
