import { afterEach, expect, it } from "vitest";
import type { Analytics } from "@/domain/api/staff-types";
import { speak } from "@/test/speak";
import { dayPoints, hourPoints, peakOf } from "./chart-points";

const report = {
  from: "2026-03-07",
  to: "2026-03-09",
  byDay: [{ date: "2026-03-08", revenue: 20, orders: 2 }],
  byHour: [
    { hour: 0, revenue: 5, orders: 1 },
    { hour: 12, revenue: 20, orders: 1 },
  ],
} as Analytics;

afterEach(() => speak("en"));

it("has a bar for each day, with or without a sale", () => {
  expect(dayPoints(report).map(({ label, revenue, orders }) => [label, revenue, orders])).toEqual([
    ["Mar 7", 0, 0],
    ["Mar 8", 20, 2],
    ["Mar 9", 0, 0],
  ]);
  expect(dayPoints(report)[0]?.name).toBe("Sat, Mar 7, 2026");
});

it("has a bar for each hour from before the first sale to after the last", () => {
  const points = hourPoints(report);
  expect(points).toHaveLength(14);
  expect([points[0]?.name, points[11]?.label, points[12]?.name, points[13]?.name]).toEqual([
    "12 AM to 1 AM",
    "11 AM",
    "12 PM to 1 PM",
    "1 PM to 2 PM",
  ]);
  expect(points[12]?.revenue).toBe(20);
});

it("names the hours in the language of the screen", () => {
  speak("es");
  const points = hourPoints(report);
  expect([points[0]?.name, points[13]?.name]).toEqual(["12 a.m. a 1 a.m.", "1 p.m. a 2 p.m."]);
  expect(points[12]?.label).toBe("12 p.m.");
});

it("has no hour before the day begins nor after it ends, and none without a sale", () => {
  const late = { ...report, byHour: [{ hour: 23, revenue: 5, orders: 1 }] };
  expect(hourPoints(late).map(({ name }) => name)).toEqual(["10 PM to 11 PM", "11 PM to 12 AM"]);
  expect(hourPoints({ ...report, byHour: [{ hour: 12, revenue: 0, orders: 0 }] })).toEqual([]);
});

it("knows the tallest bar of each measure, the first of equals, and none without a sale", () => {
  expect(peakOf(hourPoints(report), "revenue")?.label).toBe("12 PM");
  expect(peakOf(hourPoints(report), "orders")?.label).toBe("12 AM");
  expect(peakOf(dayPoints({ ...report, byDay: [] }), "revenue")).toBeNull();
  expect(peakOf([], "orders")).toBeNull();
});
