import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { serverConfigQuery } from "@/domain/api/server-config";
import { cityOf, formatDistance } from "@/domain/trucks/city-and-distance";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { truckPath } from "@/storefront/page-paths";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Badge } from "@/ui/content/badge";
import { useTheme } from "@/ui/controls/language-and-theme";
import { Spinner } from "@/ui/feedback/spinner";
import { CloseIcon, PinIcon } from "@/ui/icons/first-page-icons";
import { Card, Row, Stack, Text } from "@/ui/layout";
import type { MapView } from "./draw-map";
import {
  type MapPin,
  type MapPosition,
  type MapRow,
  type MapTruck,
  mapPins,
  mapRows,
} from "./map-rows-pins-and-first-view";
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

interface MapCanvasProps {
  pins: readonly MapPin[];
  position: MapPosition | null;
  chosenId: string | null;
  onChoose: (id: string | null) => void;
  /** A pin to move to; a new object each time one is asked for. */
  target: MapPosition | null;
}

type MapState = "loading" | "failed" | MapView;

/** The map with its pins, or the sentence that stands in its place. */
function MapCanvas({ pins, position, chosenId, onChoose, target }: MapCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const state = useMap(frame, onChoose);
  const view = typeof state === "string" ? null : state;
  const theme = useTheme();
  useEffect(() => view?.show(pins, position), [view, pins, position]);
  // After `show`, which draws the pins again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks are on the pins that were drawn.
  useEffect(() => view?.choose(chosenId), [view, chosenId, pins, position]);
  useEffect(() => {
    if (target) view?.goTo(target);
  }, [view, target]);
  useRepaint(view, theme);
  return (
    <div className={styles.frame}>
      <div ref={frame} className={styles.canvas} />
      {state === "loading" ? (
        <div className={styles.note}>
          <Spinner label={m.map.loading} showLabel />
        </div>
      ) : null}
      {state === "failed" ? (
        <p role="alert" className={styles.note}>
          {m.map.unavailable}
        </p>
      ) : null}
      {view && pins.length === 0 ? <p className={styles.hint}>{m.map.noPlaces}</p> : null}
    </div>
  );
}

/** Draws the map as soon as its code and the operator's choice of a style are there. */
function useMap(
  frame: React.RefObject<HTMLDivElement | null>,
  onChoose: MapCanvasProps["onChoose"],
): MapState {
  const { data: config, isPending } = useQuery(serverConfigQuery());
  const [state, setState] = useState<MapState>("loading");
  const styleAddress = config?.mapStyle;
  useEffect(() => {
    if (isPending) return;
    let view: MapView | null = null;
    let isGone = false;
    const draw = async () => {
      const { drawMap } = await import("./draw-map");
      if (isGone || !frame.current) return;
      view = drawMap(frame.current, { styleAddress, onChoose });
      setState(view);
    };
    draw().catch(() => {
      if (!isGone) setState("failed");
    });
    return () => {
      isGone = true;
      view?.remove();
    };
  }, [frame, isPending, styleAddress, onChoose]);
  return state;
}

/** Paints the map again when day and night change, not when it has just been drawn. */
function useRepaint(view: MapView | null, theme: string): void {
  const painted = useRef({ view, theme });
  useEffect(() => {
    const last = painted.current;
    painted.current = { view, theme };
    if (view && last.view === view && last.theme !== theme) view.repaint();
  }, [view, theme]);
}

interface MapListProps {
  rows: readonly MapRow[];
  chosenId: string | null;
  onGoTo: (row: MapRow) => void;
}

/** Every truck with what its pin says. */
function MapList({ rows, chosenId, onGoTo }: MapListProps) {
  return (
    <Stack as="ul" content="start" aria-label={m.map.listLabel} className={styles.list}>
      {rows.map((row) => (
        <Row
          key={row.truck._id}
          as="li"
          gap={2}
          align="start"
          justify="between"
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
function MapRowText({ row: { truck, badge, place } }: { row: MapRow }) {
  const where = place ? [place.name, place.address].filter(Boolean).join(", ") : cityOf(truck);
  return (
    <Stack gap={1} shrinks>
      <Text as={Link} weight={650} breaks to={truckPath(truck.slug)}>
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

/** The trucks of the pin that was pressed, over the lower edge of the map. */
function ChosenTrucks({ pin, onClose }: { pin: MapPin; onClose: () => void }) {
  return (
    <div role="status" className={styles.chosen}>
      <Stack gap={4} shrinks>
        {pin.rows.map((row) => (
          <MapRowText key={row.truck._id} row={row} />
        ))}
      </Stack>
      <button type="button" className={styles.goTo} aria-label={m.common.close} onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}
