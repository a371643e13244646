import { afterEach, expect, it } from "vitest";
import { speak } from "@/test/speak";
import { someLoads } from "@/test/staff/schedule-backend";
import { fullnessWords, loadWords, slotLine, slotsFrom } from "./slot-words-and-slots-from-now";

const LOADS = someLoads("2026-06-02T16:00:00Z", [9, 12, 14, 0]);

afterEach(() => speak("en"));

it.each([
  ["en", ["9 of 12", "12 of 12", "14 of 12", "0 of 12"], [null, "Full", "2 over capacity", null]],
  ["es", ["9 de 12", "12 de 12", "14 de 12", "0 de 12"], [null, "Lleno", "2 de más", null]],
] as const)("says how full each slot is (%s)", (language, loads, fullness) => {
  speak(language);
  expect(LOADS.slots.map((slot) => loadWords(slot, 12))).toEqual(loads);
  expect(LOADS.slots.map((slot) => fullnessWords(slot, 12))).toEqual(fullness);
});

it("counts menu items where there is no limit, and calls nothing full", () => {
  expect([{ used: 1 }, { used: 30 }].map((slot) => loadWords(slot, null))).toEqual([
    "1 menu item",
    "30 menu items",
  ]);
  expect(fullnessWords({ used: 30 }, null)).toBeNull();
});

it("words a slot in one line on the clock of the place", () => {
  const [slot] = LOADS.slots;
  expect(slot && slotLine(slot, LOADS)).toBe("12:00 PM · 9 of 12 menu items");
});

it("begins with the slot that is running", () => {
  const times = (now: string) => slotsFrom(LOADS, new Date(now)).map(({ at }) => at.slice(11, 16));
  expect(times("2026-06-02T15:00:00Z")).toHaveLength(4);
  expect(times("2026-06-02T16:19:59Z")).toEqual(["16:10", "16:20", "16:30"]);
  expect(times("2026-06-02T16:20:00Z")).toEqual(["16:20", "16:30"]);
  expect(times("2026-06-02T18:00:00Z")).toEqual([]);
});
