import { afterEach, describe, expect, it } from "vitest";
import { wordByDay } from "@/domain/time/time-words";
import { minutesFromNow } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { speak } from "@/test/speak";

const ZONE = "America/Los_Angeles";
// Half past five in the evening at the truck; already tomorrow in UTC.
const NOW = new Date("2026-11-22T01:30:00Z");

const CASES: [string, string, string][] = [
  ["2026-11-22T02:20:00Z", "Paused until 6:20 PM", "Back at 6:20 PM."],
  ["2026-11-22T12:00:00Z", "Paused until tomorrow at 4:00 AM", "Back tomorrow at 4:00 AM."],
  [
    "2026-11-24T02:00:00Z",
    "Paused until Monday, November 23 at 6:00 PM",
    "Back on Monday, November 23 at 6:00 PM.",
  ],
];

const SPANISH_CASES: [string, string, string][] = [
  ["2026-11-22T02:20:00Z", "En pausa hasta las 6:20 p.m.", "Regresa a las 6:20 p.m."],
  [
    "2026-11-22T12:00:00Z",
    "En pausa hasta mañana a las 4:00 a.m.",
    "Regresa mañana a las 4:00 a.m.",
  ],
  [
    "2026-11-24T02:00:00Z",
    "En pausa hasta el lunes, 23 de noviembre a las 6:00 p.m.",
    "Regresa el lunes, 23 de noviembre a las 6:00 p.m.",
  ],
  ["2026-11-22T09:30:00Z", "En pausa hasta mañana a la 1:30 a.m.", "Regresa mañana a la 1:30 a.m."],
];

afterEach(() => speak("en"));

describe("Paused until when", () => {
  it.each(CASES)("%s is said in the truck's own time", (end, until, back) => {
    expect(wordByDay(new Date(end), ZONE, NOW, m.opening.pausedUntil)).toBe(until);
    expect(wordByDay(new Date(end), ZONE, NOW, m.ordering.back)).toBe(back);
  });

  it.each(SPANISH_CASES)("%s is said in Spanish", (end, until, back) => {
    speak("es");
    expect(wordByDay(new Date(end), ZONE, NOW, m.opening.pausedUntil)).toBe(until);
    expect(wordByDay(new Date(end), ZONE, NOW, m.ordering.back)).toBe(back);
  });

  it("takes the next calendar day for tomorrow before a day of 23 hours", () => {
    const end = new Date("2027-03-15T11:00:00Z");
    const lateOnSaturday = new Date("2027-03-14T07:30:00Z");
    expect(wordByDay(end, ZONE, lateOnSaturday, m.opening.pausedUntil)).toBe(
      "Paused until Monday, March 15 at 4:00 AM",
    );
    expect(
      wordByDay(new Date("2027-03-14T11:00:00Z"), ZONE, lateOnSaturday, m.opening.pausedUntil),
    ).toBe("Paused until tomorrow at 4:00 AM");
  });

  it("ends at a full minute, never earlier than asked", () => {
    const now = new Date("2026-11-22T01:30:20Z");
    expect(minutesFromNow(10, now).toISOString()).toBe("2026-11-22T01:41:00.000Z");
    expect(minutesFromNow(10, NOW).toISOString()).toBe("2026-11-22T01:40:00.000Z");
  });
});
