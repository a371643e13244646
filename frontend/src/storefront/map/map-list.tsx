import { Link } from "wouter";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { placeOf } from "@/domain/trucks/truck-place";
import { formatDistance } from "@/domain/values/distance";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { PinIcon } from "@/ui/icons/icons";
import type { MapRow } from "./map-rows";
import styles from "./truck-map.module.css";

interface MapListProps {
  rows: readonly MapRow[];
  chosenId: string | null;
  onGoTo: (row: MapRow) => void;
}

/** Every truck with what its pin says. */
export function MapList({ rows, chosenId, onGoTo }: MapListProps) {
  return (
    <ul aria-label={m.map.listLabel} className={styles.list}>
      {rows.map((row) => (
        <li
          key={row.truck._id}
          className={styles.row}
          data-chosen={row.pinId !== null && row.pinId === chosenId}
          {...truckHueProps(row.truck)}
        >
          <MapRowText row={row} />
          {row.pinId ? (
            <button
              type="button"
              className={styles.goTo}
              aria-label={m.map.showTruck({ name: row.truck.name })}
              onClick={() => onGoTo(row)}
            >
              <PinIcon />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Name, state, place and distance of a truck. */
export function MapRowText({ row: { truck, badge, place } }: { row: MapRow }) {
  const where = place ? [place.name, place.address].filter(Boolean).join(", ") : placeOf(truck);
  return (
    <div className={styles.rowText}>
      <Link to={`/${truck.slug}`} className={styles.name}>
        {truck.name}
      </Link>
      <div>
        <Badge tone={badge.isOpen ? "highlight" : "neutral"}>{badge.text}</Badge>
      </div>
      {where ? <p className={styles.where}>{where}</p> : null}
      {typeof truck.distance === "number" ? (
        <p className={styles.where}>{formatDistance(truck.distance)}</p>
      ) : null}
    </div>
  );
}
