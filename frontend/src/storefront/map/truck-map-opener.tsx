import { lazy, Suspense, useState } from "react";
import { messages as m } from "@/messages";
import styles from "@/storefront/home/home.module.css";
import { Button } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { PinIcon } from "@/ui/icons/first-page-icons";
import { ErrorBoundary } from "@/ui/layout/page-states";
import type { TruckMapProps } from "./truck-map";

// MapLibre is three times as large as the home page: none of it is loaded before the map is opened.
const TruckMap = lazy(async () => (await import("./load-truck-map")).loadTruckMap());

/** The button that opens the map, and the map below it. */
export function TruckMapOpener(props: TruckMapProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.opener}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <PinIcon />
        {isOpen ? m.home.map.hide : m.home.map.show}
      </Button>
      {isOpen ? (
        <ErrorBoundary fallback={<p role="alert">{m.home.map.failed}</p>}>
          <Suspense fallback={<Skeleton className={styles.mapSkeleton} height="auto" />}>
            <TruckMap {...props} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}
