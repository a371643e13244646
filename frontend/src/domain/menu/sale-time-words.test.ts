import { expect, it } from "vitest";
import { saleTimeSentence, type Weekday } from "./sale-time-words";

const MORNING = { startTime: "07:00", endTime: "11:00" };

it.each<[Weekday[], string]>([
  [["mon", "tue", "wed", "thu", "fri"], "Sold Mon to Fri, 7:00 AM to 11:00 AM"],
  [["sat", "sun"], "Sold Sat, Sun, 7:00 AM to 11:00 AM"],
  [["mon", "wed", "fri"], "Sold Mon, Wed, Fri, 7:00 AM to 11:00 AM"],
  [["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "Sold daily, 7:00 AM to 11:00 AM"],
])("says when it is sold: %s", (weekdays, sentence) => {
  expect(saleTimeSentence([{ weekdays, ...MORNING }])).toBe(sentence);
});

it("says nothing of what is always sold", () => {
  expect(saleTimeSentence(undefined)).toBe("");
});
