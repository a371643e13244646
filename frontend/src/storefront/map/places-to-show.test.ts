import { expect, it } from "vitest";
import { placesToShow } from "./map-rows-pins-and-first-view";

const DENVER = { latitude: 39.74, longitude: -104.99 };
const BOULDER = { latitude: 40.01, longitude: -105.27 };
const KANSAS_CITY = { latitude: 39.09, longitude: -94.58 };
const SAN_FRANCISCO = { latitude: 37.79, longitude: -122.39 };

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
