import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { publicTrucksQuery, sortTrucks } from "@/storefront/home/public-trucks-query-and-order";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { HeroPlate } from "@/ui/content/images-and-letter-plates";
import { TruckCard } from "@/ui/content/truck-card";
import { Button } from "@/ui/controls/button";
import { EmptyState, ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Skeleton } from "@/ui/feedback/skeletons";
import type { FoundTruck } from "./find-trucks";
import styles from "./home.module.css";
import type { Findings } from "./truck-finder";

// The page from the server has it already; what makes it work comes after the list.
const TruckFinder = lazy(() =>
  import("./truck-finder").then((finder) => ({ default: finder.TruckFinder })),
);

export function HomePage() {
  useDocumentTitle("");
  const [findings, setFindings] = useState<Findings | null>(null);
  const [isOnMap, setOnMap] = useState(false);
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>{m.home.title}</h1>
          <p className={styles.lead}>{m.home.lead}</p>
          <p className={styles.how}>{m.home.hint}</p>
        </div>
        <HeroPlate />
      </section>
      <section aria-labelledby="available-trucks">
        <h2 id="available-trucks" className={styles.heading}>
          {m.home.listHeading}
        </h2>
        <Suspense fallback={<div className={styles.finderSpace} />}>
          <TruckFinder onFind={setFindings} onMap={setOnMap} />
        </Suspense>
        <TruckList findings={findings} isOnMap={isOnMap} />
      </section>
    </div>
  );
}

const SKELETON_CARDS = ["a", "b", "c", "d", "e", "f"];

interface TruckListProps {
  findings: Findings | null;
  /** The list beside the map names the trucks already. */
  isOnMap: boolean;
}

/** The grid of trucks, or what stands in its place. */
function TruckList({ findings, isOnMap }: TruckListProps) {
  const now = useNow();
  const { data: trucks, error, refetch, isPending } = useQuery(publicTrucksQuery());
  // Stays while the page asks again by itself; a customer who asks again sees that it loads.
  const [failure, setFailure] = useState(error);
  if (error && error !== failure) setFailure(error);
  if (failure && !trucks) {
    return (
      <ErrorState
        title={m.home.failed}
        description={errorMessage(failure)}
        onRetry={() => {
          void refetch();
          setFailure(null);
        }}
        headingLevel="h3"
      />
    );
  }
  if (isPending) return <TruckListSkeleton />;
  if (!trucks || trucks.length === 0) {
    return <EmptyState title={m.home.empty} headingLevel="h3" />;
  }
  const shown: FoundTruck[] = findings?.trucks ?? sortTrucks(trucks, now);
  return (
    <div className={styles.list}>
      {shown.length === 0 && findings ? <NothingFound onClear={findings.clear} /> : null}
      {isOnMap ? null : (
        <ul className={styles.grid}>
          {shown.map((truck, index) => (
            <TruckCard
              key={truck._id}
              truck={truck}
              first={index === 0}
              distance={truck.distance ?? null}
              match={truck.match}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={m.home.noMatch}
      headingLevel="h3"
      action={<Button onClick={onClear}>{m.home.showAll}</Button>}
    />
  );
}

function TruckListSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingFoodTrucks}</span>
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
