import { Link } from "wouter";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { placeOf } from "@/domain/trucks/truck-place";
import { formatDistance } from "@/domain/values/distance";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { PinIcon } from "@/ui/icons/icons";
import { Row, Stack, Text } from "@/ui/layout";
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
    <Stack as="ul" content="start" aria-label={m.map.listLabel} className={styles.list}>
      {rows.map((row) => (
        <Row
          key={row.truck._id}
          as="li"
          gap={2}
          align="start"
          justify="between"
          oneLine
          padding={4}
          paddingBlock={3}
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
        </Row>
      ))}
    </Stack>
  );
}

/** Name, state, place and distance of a truck. */
export function MapRowText({ row: { truck, badge, place } }: { row: MapRow }) {
  const where = place ? [place.name, place.address].filter(Boolean).join(", ") : placeOf(truck);
  return (
    <Stack gap={1} shrinks>
      <Text as={Link} weight={650} breaks to={`/${truck.slug}`}>
        {truck.name}
      </Text>
      <div>
        <Badge tone={badge.isOpen ? "highlight" : "neutral"}>{badge.text}</Badge>
      </div>
      {where ? (
        <Text soft size="s">
          {where}
        </Text>
      ) : null}
      {typeof truck.distance === "number" ? (
        <Text soft size="s">
          {formatDistance(truck.distance)}
        </Text>
      ) : null}
    </Stack>
  );
}
