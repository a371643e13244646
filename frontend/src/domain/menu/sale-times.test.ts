import { expect, it } from "vitest";
import type { Weekday } from "@/domain/time/calendar-day";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../backend/tests/data/meal_time_cases.json";
import { saleTimeSentence } from "./sale-time-words";
import { isServedAt, nextMealChange, nextMealEdge } from "./sale-times";

it.each(cases.instants)(
  "decides as the server: $name",
  ({ times, timezone, instant, served, nextEdge }) => {
    const at = new Date(instant);
    expect(isServedAt(times as never, timezone, at)).toBe(served);
    const edge = nextMealEdge(times as never, timezone, at)?.toISOString() ?? null;
    expect(edge).toBe(nextEdge && new Date(nextEdge).toISOString());
  },
);

it("names the first change of a menu", () => {
  const saleTimes = (startTime: string, endTime: string) => ({
    saleTimes: [{ weekdays: ["wed" as const], startTime, endTime }],
  });
  const menu = [saleTimes("07:00", "11:00"), {}, saleTimes("09:00", "10:30")];
  const now = new Date("2026-07-01T16:30:00Z");
  expect(nextMealChange(menu, "America/Los_Angeles", now)).toBe("2026-07-01T17:30:00.000Z");
  expect(nextMealChange([{}], "America/Los_Angeles", now)).toBeUndefined();
});

const MORNING = { startTime: "07:00", endTime: "11:00" };
const DAILY: Weekday[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

it.each<[Weekday[], string]>([
  [["mon", "tue", "wed", "thu", "fri"], "Served Mon to Fri, 7–11 AM"],
  [["sat", "sun"], "Served Sat, Sun, 7–11 AM"],
  [["mon", "wed", "fri"], "Served Mon, Wed, Fri, 7–11 AM"],
  [DAILY, "Served daily, 7–11 AM"],
])("says when it is served: %s", (weekdays, sentence) => {
  expect(saleTimeSentence([{ weekdays, ...MORNING }])).toBe(sentence);
});

it.each([
  ["11:30", "15:00", "Served daily, 11:30 AM–3 PM"],
  ["22:00", "02:00", "Served daily, 10 PM–2 AM"],
  ["12:00", "12:30", "Served daily, 12–12:30 PM"],
  ["10:00", "09:00", "Served daily, 10 AM–9 AM"],
])("says its hours: %s to %s", (startTime, endTime, sentence) => {
  expect(saleTimeSentence([{ weekdays: DAILY, startTime, endTime }])).toBe(sentence);
});

it("says nothing of what is always sold", () => {
  expect(saleTimeSentence(undefined)).toBe("");
});
