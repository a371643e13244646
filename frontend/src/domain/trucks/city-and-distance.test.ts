import { expect, it } from "vitest";
import { formatDistance } from "./city-and-distance";

it.each([
  [0, "0.1 mi"],
  [160, "0.1 mi"],
  [805, "0.5 mi"],
  [1609, "1.0 mi"],
  [15_900, "9.9 mi"],
  [16_090, "10 mi"],
  [19_312, "12 mi"],
  [4_000_000, "2,485 mi"],
])("%i meters are %s", (meters, words) => {
  expect(formatDistance(meters)).toBe(words);
});
