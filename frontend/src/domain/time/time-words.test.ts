import { describe, expect, it } from "vitest";
import { formatAge } from "./ages";
import { formatPickupEstimate } from "./pickup-words";
import { clockLabel, formatDate, formatDay } from "./time-words";
import { dayInZone, parseInstant } from "./wall-clock";

const LA = "America/Los_Angeles";
const NY = "America/New_York";

it("names the day of the truck's calendar unless it is today", () => {
  const now = new Date("2026-11-22T01:30:20Z");
  expect(clockLabel(new Date("2026-11-22T02:00:00Z"), LA, now)).toBe("6:00 PM");
  expect(clockLabel(new Date("2026-11-22T18:00:00Z"), LA, now)).toBe(
    "10:00 AM, Sunday, November 22",
  );
});

describe("a pickup estimate", () => {
  it("is shown in the truck's zone", () => {
    expect(formatPickupEstimate("2026-06-02T01:00:00Z", LA)).toBe("6:00 PM");
    expect(formatPickupEstimate("2026-06-02T01:00:00Z", NY)).toBe("9:00 PM");
    expect(formatPickupEstimate("2026-06-02T01:00:00.000+00:00", LA)).toBe("6:00 PM");
  });

  it.each(["in about 20 minutes", "18:00", "2026-06-02", "2026-13-45T99:00:00Z"])(
    "shows %j as it is",
    (text) => {
      expect(formatPickupEstimate(text, LA)).toBe(text);
      expect(parseInstant(text)).toBeNull();
    },
  );

  it("knows the day", () => {
    const instant = new Date("2026-06-02T01:00:00Z");
    expect(dayInZone(instant, LA)).toBe("2026-06-01");
    expect(dayInZone(instant, NY)).toBe("2026-06-01");
    expect(formatDay(instant, LA)).toBe("Monday, June 1");
    expect(formatDate(instant, LA)).toBe("Jun 1, 2026");
  });
});

describe("an age", () => {
  const now = new Date("2026-06-03T20:00:00Z");

  it.each([
    ["2026-06-03T20:00:05Z", "0m ago"],
    ["2026-06-03T19:59:10Z", "0m ago"],
    ["2026-06-03T19:59:00Z", "1m ago"],
    ["2026-06-03T19:01:00Z", "59m ago"],
    ["2026-06-03T19:00:00Z", "1h ago"],
    ["2026-06-02T20:00:01Z", "23h ago"],
    ["2026-06-02T20:00:00Z", "1d ago"],
    ["2026-05-24T20:00:00Z", "10d ago"],
  ])("%s is %s", (since, text) => {
    expect(formatAge(new Date(since), now)).toBe(text);
  });
});
