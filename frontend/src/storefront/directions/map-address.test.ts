import { expect, it } from "vitest";
import { mapAddress } from "./map-link";

const PIER = { name: "Pier 5", address: "5 River St", latitude: 40.7, longitude: -74 };
const UNKNOWN = { ...PIER, latitude: null, longitude: null };

it.each([
  ["", PIER, "https://www.google.com/maps/search/?api=1&query=40.7,-74"],
  ["", UNKNOWN, "https://www.google.com/maps/search/?api=1&query=Pier%205%2C%205%20River%20St"],
  ["Linux; Android 15", PIER, "geo:40.7,-74?q=40.7,-74(Pier%205)"],
  ["Linux; Android 15", UNKNOWN, "geo:0,0?q=Pier%205%2C%205%20River%20St"],
  ["iPhone", PIER, "https://maps.apple.com/?q=Pier%205%2C%205%20River%20St&ll=40.7,-74"],
  ["iPad", UNKNOWN, "https://maps.apple.com/?q=Pier%205%2C%205%20River%20St"],
])("opens the map of %s", (userAgent, place, link) => {
  expect(mapAddress(place, userAgent)).toBe(link);
});

it("opens the map site of the installation", () => {
  const site = "https://www.openstreetmap.org/search?query=";
  expect(mapAddress(PIER, "", site)).toBe(`${site}40.7,-74`);
  expect(mapAddress(PIER, "Linux; Android 15", site)).toMatch(/^geo:/);
});
