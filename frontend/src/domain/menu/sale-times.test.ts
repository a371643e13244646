import { expect, it } from "vitest";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../backend/tests/data/meal_time_cases.json";
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
