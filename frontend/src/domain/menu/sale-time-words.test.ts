import { expect, it } from "vitest";
import { saleTimeSentence } from "./sale-time-words";
import type { Weekday } from "./sale-times";

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
