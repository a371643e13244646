import { describe, expect, it } from "vitest";
import { leavesTimeToPrepare, pickupInstant } from "./pickup-rules";

const LA = "America/Los_Angeles";
const NY = "America/New_York";

function pickup(timeOfDay: string, zone: string, now: string): string | undefined {
  return pickupInstant(timeOfDay, zone, new Date(now))?.toISOString();
}

describe("the instant of a pickup time", () => {
  it.each([
    ["later today", "18:00", LA, "2026-06-01T20:00:00Z", "2026-06-02T01:00:00.000Z"],
    ["already past: tomorrow", "12:59", LA, "2026-06-01T20:00:00Z", "2026-06-02T19:59:00.000Z"],
    [
      "this very minute begun: tomorrow",
      "13:00",
      LA,
      "2026-06-01T20:00:30Z",
      "2026-06-02T20:00:00.000Z",
    ],
    ["exactly now: today", "13:00", LA, "2026-06-01T20:00:00Z", "2026-06-01T20:00:00.000Z"],
    [
      "the truck's day, not the server's",
      "23:30",
      LA,
      "2026-06-02T05:00:00Z",
      "2026-06-02T06:30:00.000Z",
    ],
    ["another zone", "18:00", NY, "2026-06-01T20:00:00Z", "2026-06-01T22:00:00.000Z"],
    ["over the end of the year", "00:15", LA, "2027-01-01T07:50:00Z", "2027-01-01T08:15:00.000Z"],
    [
      "tomorrow after clocks go back",
      "09:00",
      LA,
      "2026-10-31T22:00:00Z",
      "2026-11-01T17:00:00.000Z",
    ],
    [
      "tomorrow after clocks go forward",
      "09:00",
      LA,
      "2026-03-07T22:00:00Z",
      "2026-03-08T16:00:00.000Z",
    ],
    [
      "a time that comes twice: the first",
      "01:30",
      LA,
      "2026-11-01T07:30:00Z",
      "2026-11-01T08:30:00.000Z",
    ],
    [
      "a time that comes twice, its first one past: the second",
      "01:50",
      LA,
      "2026-11-01T09:10:00Z",
      "2026-11-01T09:50:00.000Z",
    ],
    ["both past: tomorrow", "01:50", LA, "2026-11-01T09:51:00Z", "2026-11-02T09:50:00.000Z"],
    [
      "a time that is skipped: an hour on",
      "02:30",
      LA,
      "2026-03-08T09:00:00Z",
      "2026-03-08T10:30:00.000Z",
    ],
    [
      "an unknown zone: the default",
      "18:00",
      "Mars/Base",
      "2026-06-01T20:00:00Z",
      "2026-06-02T01:00:00.000Z",
    ],
  ])("%s", (_claim, timeOfDay, zone, now, instant) => {
    expect(pickup(timeOfDay, zone, now)).toBe(instant);
  });

  it.each(["", "6pm", "24:00", "12:60", "9:05"])("%j is no time of day", (text) => {
    expect(pickup(text, LA, "2026-06-01T20:00:00Z")).toBeUndefined();
  });
});

describe("the minimum lead", () => {
  const now = new Date("2026-06-01T20:00:00Z");

  it.each([
    ["2026-06-01T20:15:00.000Z", true],
    ["2026-06-01T20:14:59.999Z", false],
    ["2026-06-01T20:00:00.000Z", false],
  ])("%s leaves 15 minutes: %s", (instant, enough) => {
    expect(leavesTimeToPrepare(new Date(instant), now)).toBe(enough);
  });
});
