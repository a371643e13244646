import { lazy, Suspense, useEffect, useState } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { PinIcon } from "@/ui/icons/icons";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import type { TruckMapProps } from "./truck-map";
import styles from "./truck-map-opener.module.css";

// MapLibre is three times as large as the home page: none of it is loaded before the map is opened.
const TruckMap = lazy(async () => (await import("./load-truck-map")).loadTruckMap());

interface TruckMapOpenerProps extends TruckMapProps {
  /** Hears whether the map with its list is there; not while it loads, nor when it did not load. */
  onShown: (isShown: boolean) => void;
}

/** The button that opens the map, and the map below it. */
export function TruckMapOpener({ onShown, ...props }: TruckMapOpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.opener}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <PinIcon />
        {isOpen ? m.storefront.home.hideMap : m.storefront.home.showMap}
      </Button>
      {isOpen ? (
        <ErrorBoundary fallback={<p role="alert">{m.storefront.home.mapDidNotLoad}</p>}>
          <Suspense fallback={<Skeleton className={styles.skeleton} height="auto" />}>
            <TruckMap {...props} />
            <Shown onShown={onShown} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}

/** Stands beside the map, so that it comes and goes with it. */
function Shown({ onShown }: Pick<TruckMapOpenerProps, "onShown">) {
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  return null;
}
