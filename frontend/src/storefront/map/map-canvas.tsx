import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { configQuery } from "@/domain/api/config";
import { messages as m } from "@/messages";
import { useTheme } from "@/ui/browser/theme";
import { Spinner } from "@/ui/feedback/spinner";
import type { MapView } from "./draw-map";
import type { MapPin, MapPosition } from "./map-rows";
import styles from "./truck-map.module.css";

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
export function MapCanvas({ pins, position, chosenId, onChoose, target }: MapCanvasProps) {
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
  const { data: config, isPending } = useQuery(configQuery());
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
