import { expect, it } from "vitest";
import { addDays, daysOfWeek, isCalendarDay, mondayOf, startOfDay } from "./calendar-day";

it("knows the week of a day, over months and years", () => {
  expect(mondayOf("2026-11-23")).toBe("2026-11-23");
  expect(mondayOf("2026-11-29")).toBe("2026-11-23");
  expect(mondayOf("2027-01-01")).toBe("2026-12-28");
  expect(daysOfWeek("2026-12-28").at(-1)).toBe("2027-01-03");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
});

it("begins a day at midnight of the zone, also when the clocks change", () => {
  expect(startOfDay("2026-11-01", "America/New_York")).toEqual(new Date("2026-11-01T04:00:00Z"));
  expect(startOfDay("2026-11-02", "America/New_York")).toEqual(new Date("2026-11-02T05:00:00Z"));
});

it("tells days from other text", () => {
  expect(isCalendarDay("2026-11-23")).toBe(true);
  for (const text of [null, "", "2026-13-01", "2026-02-30", "tomorrow", "2026-1-1"])
    expect(isCalendarDay(text)).toBe(false);
});
