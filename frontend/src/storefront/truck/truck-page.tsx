import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { keepLinkedOffer, loadOfferCode } from "@/domain/cart/offer-code";
import { isTruckMissing, truckBySlugQuery } from "@/domain/trucks/truck-by-slug";
import { useTruckHue } from "@/domain/trucks/use-truck-hue";
import { messages as m } from "@/messages";
import { useWebApp } from "@/storefront/layout/use-web-app";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { OrderingScreen } from "./ordering-screen";
import styles from "./truck-page.module.css";
import { NoTruckSlug, TruckFailed, TruckNotFound, TruckSkeleton } from "./truck-screens";

export function TruckPage({ slug }: { slug: string | undefined }) {
  if (slug === undefined) return <NoSlugPage />;
  return <TruckOf slug={slug} />;
}

function NoSlugPage() {
  useDocumentTitle(m.storefront.truck.noTruckSlugFound);
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
  const code = useLinkedOffer(slug);
  useWebApp(truck);
  useDocumentTitle(missing ? m.storefront.truck.truckNotFound : (truck?.name ?? ""));
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
      {truck && code ? (
        <p role="status" className={styles.offer}>
          {m.storefront.truck.codeIsWaiting({ code })}
        </p>
      ) : null}
      {truck ? <OrderingScreen slug={slug} truck={truck} /> : null}
    </Frame>
  );
}

/** The code that a link has brought along. Read after the first drawing: the server does not know it. */
function useLinkedOffer(slug: string): string {
  const [code, setCode] = useState("");
  useEffect(() => {
    keepLinkedOffer(slug, location.search);
    setCode(loadOfferCode(slug));
  }, [slug]);
  return code;
}

function Frame({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}
