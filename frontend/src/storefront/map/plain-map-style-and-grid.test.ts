import type { FeatureCollection } from "geojson";
import { expect, it } from "vitest";
import { gridLines, plainStyle } from "./plain-map-style-and-grid";

const COLORS = { sea: "rgb(1, 1, 1)", land: "rgb(2, 2, 2)", line: "rgb(3, 3, 3)" };

it("has the fifty states and all it needs in itself", () => {
  const style = plainStyle(COLORS);
  const { data } = style.sources.states as { data: FeatureCollection };
  const names = data.features.map(({ properties }) => properties?.name);
  expect(names).toEqual(expect.arrayContaining(["Alaska", "Florida", "Hawaii", "Maine", "Oregon"]));
  expect(names.length).toBeGreaterThanOrEqual(51);
  expect(style).not.toHaveProperty("glyphs");
  expect(style).not.toHaveProperty("sprite");
  expect(JSON.stringify(style)).not.toContain("http");
});

it("crosses what is shown with lines at round degrees", () => {
  const { coordinates } = gridLines({ west: -122.704, south: 45.49, east: -122.646, north: 45.53 });
  const [meridians, parallels] = [0, 1].map((axis) =>
    coordinates.filter(([one, other]) => one?.[axis] === other?.[axis]),
  );
  expect(meridians?.map(([start]) => start?.[0]?.toFixed(4))).toEqual([
    "-122.7000",
    "-122.6950",
    "-122.6900",
    "-122.6850",
    "-122.6800",
    "-122.6750",
    "-122.6700",
    "-122.6650",
    "-122.6600",
    "-122.6550",
    "-122.6500",
  ]);
  expect(parallels).toHaveLength(9);
});

it("stays a few lines at any zoom, and none for the whole earth", () => {
  for (const width of [0.0007, 0.013, 0.3, 4, 59]) {
    const { coordinates } = gridLines({ west: 10, south: 10, east: 10 + width, north: 10 + width });
    expect(coordinates.length).toBeLessThanOrEqual(26);
  }
  expect(gridLines({ west: -180, south: -90, east: 180, north: 90 }).coordinates).toEqual([]);
});
