/**
 * The product's own map: the states of the USA and, closer, a grid to see how the map moves. It loads nothing from
 * others. Text on a map needs fonts of its own kind, so names are on the pins and in the list.
 */
import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import statesTopology from "us-atlas/states-10m.json";

interface MapColors {
  sea: string;
  land: string;
  line: string;
}

interface MapBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const GRID_SOURCE = "grid";
/** From here on the outline of a state is coarser than what is shown. */
const CLOSE_ZOOM = 9;
const GRID_ZOOM = 7;
const GRID_STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const MOST_GRID_LINES = 12;

export function plainStyle({ sea, land, line }: MapColors): StyleSpecification {
  return {
    version: 8,
    sources: {
      states: { type: "geojson", data: states() },
      [GRID_SOURCE]: { type: "geojson", data: NO_LINES },
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": fade(sea, land) } },
      {
        id: "land",
        type: "fill",
        source: "states",
        maxzoom: CLOSE_ZOOM,
        paint: { "fill-color": land },
      },
      {
        id: "borders",
        type: "line",
        source: "states",
        maxzoom: CLOSE_ZOOM,
        paint: { "line-color": line },
      },
      {
        id: "grid",
        type: "line",
        source: GRID_SOURCE,
        minzoom: GRID_ZOOM,
        paint: { "line-color": line, "line-width": 0.5, "line-opacity": 0.5 },
      },
    ],
  };
}

/** The parallels and meridians of a round distance that cross the bounds, at most about twelve of each. */
export function gridLines({ west, south, east, north }: MapBounds) {
  const widest = Math.max(east - west, north - south);
  const step = GRID_STEPS.find((degrees) => widest / degrees <= MOST_GRID_LINES);
  if (!step) return NO_LINES;
  const meridians = multiples(step, west, east).map((at) => [
    [at, south],
    [at, north],
  ]);
  const parallels = multiples(step, south, north).map((at) => [
    [west, at],
    [east, at],
  ]);
  return multiLine([...meridians, ...parallels]);
}

const NO_LINES = multiLine([]);

function multiLine(coordinates: number[][][]) {
  return { type: "MultiLineString" as const, coordinates };
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(Math.floor(to / step) - first + 1, 0);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function states() {
  const topology = statesTopology as unknown as Topology<{ states: GeometryCollection }>;
  return feature(topology, topology.objects.states);
}

/** From one color to the other where the outlines end. */
function fade(far: string, close: string): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], CLOSE_ZOOM - 2, far, CLOSE_ZOOM, close];
}
