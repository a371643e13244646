import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { sortTrucks } from "@/domain/schedule/sort-trucks";
import { publicTrucksQuery } from "@/domain/trucks/public-trucks";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now";
import { TruckCard } from "@/ui/content/truck-card";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import type { FoundTruck } from "./find-trucks";
import styles from "./home.module.css";
import type { Findings } from "./truck-finder";

const SKELETON_CARDS = ["a", "b", "c", "d", "e", "f"];

interface TruckListProps {
  findings: Findings | null;
  /** The list beside the map names the trucks already. */
  isOnMap: boolean;
}

/** The grid of trucks, or what stands in its place. */
export function TruckList({ findings, isOnMap }: TruckListProps) {
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
