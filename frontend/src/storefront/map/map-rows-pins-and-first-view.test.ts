import { describe, expect, it } from "vitest";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { mapPins, mapRows, placesToShow } from "./map-rows-pins-and-first-view";

const NOON = new Date("2026-06-02T16:00:00Z");
const PIER = aStop();
const MARKET = aStop({
  startsAt: "2026-06-02T21:00:00Z",
  endsAt: "2026-06-03T00:00:00Z",
  place: { name: "Market", latitude: 40.8, longitude: -73.9 },
});

it("shows a truck at its stop, and at the next one between two", () => {
  const truck = aMovingTruck(PIER, MARKET);
  const [noon] = mapRows([truck], NOON);
  expect([noon?.place?.name, noon?.badge.text]).toEqual(["Pier 5", "Open until 2:00 PM"]);
  const [afternoon] = mapRows([truck], new Date("2026-06-02T19:00:00Z"));
  expect([afternoon?.place?.name, afternoon?.badge.text]).toEqual(["Market", "Opens 5:00 PM"]);
});

it("lists a truck without a position, and gives it no pin", () => {
  const unknown = aStop({ place: { latitude: null, longitude: null } });
  const rows = mapRows([aTruck(), aMovingTruck(unknown, null), aMovingTruck(null, null)], NOON);
  expect(rows.map(({ place, pinId }) => [place?.name, pinId])).toEqual([
    [undefined, null],
    ["Pier 5", null],
    [undefined, null],
  ]);
  expect(mapPins(rows)).toEqual([]);
});

it("gives trucks at one position one pin, also on the equator", () => {
  const equator = aStop({ place: { latitude: 0, longitude: 0 } });
  const trucks = [
    aMovingTruck(PIER, null, { slug: "one" }),
    aMovingTruck(equator, null, { slug: "two" }),
    aMovingTruck(PIER, null, { slug: "three" }),
  ];
  const pins = mapPins(mapRows(trucks, NOON));
  expect(
    pins.map(({ rows, ...pin }) => ({ ...pin, slugs: rows.map((row) => row.truck.slug) })),
  ).toEqual([
    { id: "40.7 -74", latitude: 40.7, longitude: -74, slugs: ["one", "three"] },
    { id: "0 0", latitude: 0, longitude: 0, slugs: ["two"] },
  ]);
});

const DENVER = { latitude: 39.74, longitude: -104.99 };
const BOULDER = { latitude: 40.01, longitude: -105.27 };
const KANSAS_CITY = { latitude: 39.09, longitude: -94.58 };
const SAN_FRANCISCO = { latitude: 37.79, longitude: -122.39 };

describe("what the map shows first", () => {
  it("is all of them while the position of the customer is unknown", () => {
    expect(placesToShow([DENVER, SAN_FRANCISCO], null)).toEqual([DENVER, SAN_FRANCISCO]);
    expect(placesToShow([], null)).toEqual([]);
  });

  it("is what is nearby, with the customer", () => {
    const customer = { latitude: 39.75, longitude: -105 };
    const places = [SAN_FRANCISCO, DENVER, KANSAS_CITY, BOULDER];
    expect(placesToShow(places, customer)).toEqual([DENVER, BOULDER, customer]);
  });

  it("is the nearest one if none is nearby", () => {
    const customer = { latitude: 39.1, longitude: -97 };
    expect(placesToShow([SAN_FRANCISCO, DENVER, KANSAS_CITY], customer)).toEqual([
      KANSAS_CITY,
      customer,
    ]);
    expect(placesToShow([], customer)).toEqual([customer]);
  });
});
