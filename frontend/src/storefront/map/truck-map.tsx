import { useEffect, useMemo, useState } from "react";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now";
import { Card } from "@/ui/layout";
import { ChosenTrucks } from "./chosen-trucks";
import { MapCanvas } from "./map-canvas";
import { MapList } from "./map-list";
import { type MapPosition, type MapRow, type MapTruck, mapPins, mapRows } from "./map-rows";
import styles from "./truck-map.module.css";

export interface TruckMapProps {
  trucks: readonly MapTruck[];
  /** Where the customer is, if they have said so. */
  position?: MapPosition | null;
  /** Hears whether the map with its list is there; not while it loads, nor when it did not load. */
  onShown?: (isShown: boolean) => void;
}

/** The trucks as pins, with the list beside them that says the same without a map. */
export function TruckMap({ trucks, position = null, onShown }: TruckMapProps) {
  useEffect(() => {
    onShown?.(true);
    return () => onShown?.(false);
  }, [onShown]);
  const now = useNow().getTime();
  const rows = useMemo(() => mapRows(trucks, new Date(now)), [trucks, now]);
  const pins = useMemo(() => mapPins(rows), [rows]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [target, setTarget] = useState<MapPosition | null>(null);
  const chosen = pins.find(({ id }) => id === chosenId) ?? null;
  const goTo = (row: MapRow) => {
    const pin = pins.find(({ id }) => id === row.pinId);
    setChosenId(row.pinId);
    setTarget(pin ? { ...pin } : null);
  };
  return (
    <Card as="section" outlined aria-label={m.map.listHeading} className={styles.panel}>
      <div className={styles.map}>
        <MapCanvas
          pins={pins}
          position={position}
          chosenId={chosenId}
          onChoose={setChosenId}
          target={target}
        />
        {chosen ? <ChosenTrucks pin={chosen} onClose={() => setChosenId(null)} /> : null}
      </div>
      <MapList rows={rows} chosenId={chosenId} onGoTo={goTo} />
    </Card>
  );
}
