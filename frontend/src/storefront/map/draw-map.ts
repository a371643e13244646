/** The map itself, loaded when it is opened: MapLibre GL with the pins of the trucks. */
import {
  type GeoJSONSource,
  Map as LibreMap,
  LngLatBounds,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerAddress from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { hueOf, hueTokens } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { type MapPin, type MapPosition, placesToShow } from "./map-rows-pins-and-first-view";
import { GRID_SOURCE, gridLines, plainStyle } from "./plain-map-style-and-grid";
import styles from "./truck-map.module.css";

export interface MapView {
  /** Shows these pins. If they are other ones than before, it moves to all of them, or to those near the customer. */
  show: (pins: readonly MapPin[], position: MapPosition | null) => void;
  /** Marks one pin. */
  choose: (id: string | null) => void;
  /** Moves to a pin, close enough to tell it from its neighbors. */
  goTo: (pin: MapPosition) => void;
  /** Follows a change between day and night. */
  repaint: () => void;
  remove: () => void;
}

interface MapOptions {
  /** Address of the operator's style; the product's own without one, and if it cannot be read. */
  styleAddress: string | undefined;
  /** The pin that was pressed; null for the map beside it. */
  onChoose: (id: string | null) => void;
}

// The USA without Alaska and Hawaii, while there is no pin.
const HOME_BOUNDS = new LngLatBounds([-125, 24.5], [-66.5, 49.5]);
const CLOSE_ZOOM = 14;
// A pin stands on its place, below the controls.
const PADDING = { top: 64, right: 32, bottom: 24, left: 32 };

/** Draws a map into the container. Throws if the browser cannot draw one. */
export function drawMap(container: HTMLElement, { styleAddress, onChoose }: MapOptions): MapView {
  setWorkerUrl(workerAddress);
  const map = new LibreMap({
    container,
    style: styleAddress ?? plainStyle(colorsOf(container)),
    bounds: HOME_BOUNDS,
    attributionControl: { compact: true },
    cooperativeGestures: true,
    dragRotate: false,
    maxPitch: 0,
    locale: controlWords(),
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new ScaleControl({ unit: "imperial" }), "top-left");
  map.on("click", () => onChoose(null));
  const style = followStyle(map, container, styleAddress !== undefined);
  return { ...placePins(map, onChoose), repaint: style.repaint, remove: () => map.remove() };
}

/** Keeps the grid of the product's own style on what is shown, and takes that style if the operator's is missing. */
function followStyle(map: LibreMap, container: HTMLElement, isForeign: boolean) {
  let isOwn = !isForeign;
  let hasStyle = false;
  const drawOwn = () => map.setStyle(plainStyle(colorsOf(container)));
  const drawGrid = () => {
    const bounds = map.getBounds();
    const [west, south, east, north] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ];
    map.getSource<GeoJSONSource>(GRID_SOURCE)?.setData(gridLines({ west, south, east, north }));
  };
  map.on("style.load", () => {
    hasStyle = true;
    drawGrid();
  });
  map.on("moveend", drawGrid);
  map.on("error", () => {
    if (hasStyle || isOwn) return;
    isOwn = true;
    drawOwn();
  });
  return { repaint: () => isOwn && drawOwn() };
}

function placePins(map: LibreMap, onChoose: MapOptions["onChoose"]) {
  let shown = "";
  let markers: Marker[] = [];
  let elements = new Map<string, HTMLElement>();
  const choose = (chosen: string | null) => {
    for (const [id, element] of elements) element.setAttribute("aria-pressed", `${id === chosen}`);
  };
  const show = (pins: readonly MapPin[], position: MapPosition | null) => {
    for (const marker of markers) marker.remove();
    elements = new Map(pins.map((pin) => [pin.id, pinElement(pin, () => onChoose(pin.id))]));
    const places = position ? [...pins, position] : pins;
    markers = pins.map((pin) => markerAt(map, pin, elements.get(pin.id), "bottom"));
    if (position) markers.push(markerAt(map, position, positionElement(), "center"));
    const key = places.map(({ latitude, longitude }) => `${latitude} ${longitude}`).join();
    if (key !== shown) fitInto(map, placesToShow(pins, position));
    shown = key;
  };
  const goTo = ({ latitude, longitude }: MapPosition) =>
    map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), CLOSE_ZOOM) });
  return { show, choose, goTo };
}

function markerAt(
  map: LibreMap,
  { latitude, longitude }: MapPosition,
  element: HTMLElement | undefined,
  anchor: "bottom" | "center",
): Marker {
  return new Marker({ element, anchor }).setLngLat([longitude, latitude]).addTo(map);
}

function fitInto(map: LibreMap, places: readonly MapPosition[]): void {
  const bounds = new LngLatBounds();
  for (const { latitude, longitude } of places) bounds.extend([longitude, latitude]);
  const options = { padding: PADDING, maxZoom: CLOSE_ZOOM, animate: false };
  map.fitBounds(places.length > 0 ? bounds : HOME_BOUNDS, options);
}

/** MapLibre reads no variables of style sheets, so each color is taken as the browser computes it. */
function colorsOf(container: HTMLElement) {
  const probe = document.createElement("span");
  container.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    sea: read("--surface-sunken"),
    land: read("--surface-card"),
    line: read("--line-control"),
  };
  probe.remove();
  return colors;
}

function controlWords(): Record<string, string> {
  return {
    "Map.Title": m.map.label,
    "NavigationControl.ZoomIn": m.map.zoomIn,
    "NavigationControl.ZoomOut": m.map.zoomOut,
    "AttributionControl.ToggleAttribution": m.map.about,
    "CooperativeGesturesHandler.WindowsHelpText": m.map.hints.controlScroll,
    "CooperativeGesturesHandler.MacHelpText": m.map.hints.commandScroll,
    "CooperativeGesturesHandler.MobileHelpText": m.map.hints.twoFingers,
  };
}

/** A pin with the first letter of its truck, or the number of its trucks. A keyboard reaches the same in the list. */
function pinElement({ rows }: MapPin, onPress: () => void): HTMLElement {
  const pin = document.createElement("button");
  const names = rows.map(({ truck, badge }) => `${truck.name}, ${badge.text}`);
  pin.type = "button";
  pin.tabIndex = -1;
  pin.className = styles.pin ?? "";
  pin.dataset.open = String(rows.some(({ badge }) => badge.isOpen));
  pin.setAttribute("aria-label", names.join("; "));
  pin.setAttribute("aria-pressed", "false");
  const [first, ...others] = rows;
  if (first) pin.dataset.truckHue = hueTokens(hueOf(first.truck));
  const sign = document.createElement("span");
  sign.textContent = others.length > 0 ? String(rows.length) : initialOf(first?.truck.name ?? "");
  pin.append(sign);
  pin.addEventListener("click", (event) => {
    event.stopPropagation(); // A press on the map itself lets go of the pin.
    onPress();
  });
  return pin;
}

/** The customer's own position. */
function positionElement(): HTMLElement {
  const dot = document.createElement("div");
  dot.className = styles.position ?? "";
  dot.setAttribute("role", "img");
  dot.setAttribute("aria-label", m.map.here);
  return dot;
}

function initialOf(name: string): string {
  const [letter = ""] = name.trim();
  return letter.toUpperCase();
}
