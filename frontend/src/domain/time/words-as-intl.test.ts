import { Temporal as polyfill } from "temporal-polyfill";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatCents } from "@/domain/values/money";
import type { Language } from "@/messages/language";
import { speak } from "@/test/speak";
import { formatDay, formatTimeOfDay } from "./time-words";
import { DEFAULT_TIMEZONE, setZoneOffsets, wallClock } from "./wall-clock";

const LOCALES: Record<Language, string> = { en: "en-US", es: "es-US" };
const ZONES = ["America/Los_Angeles", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
const HOUR_MS = 3_600_000;
const START = Date.UTC(2024, 0, 1);
/** Two years, at another hour and minute each time. */
const INSTANTS = Array.from(
  { length: 600 },
  (_, n) => new Date(START + n * 29 * HOUR_MS + ((n * 37) % 60) * 60_000),
);

// The newest Node has it.
beforeEach(() => vi.stubGlobal("Temporal", undefined));
afterEach(() => {
  setZoneOffsets(null);
  speak("en");
});

describe.each(ZONES)("in %s", (zone) => {
  it.each(["en", "es"] as const)("times and days are those of Intl (%s)", (language) => {
    const intl = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, ...options });
    const times = intl({ hour: "numeric", minute: "2-digit", hour12: true });
    const days = intl({ weekday: "long", month: "long", day: "numeric" });
    speak(language);
    for (const instant of INSTANTS) {
      // Intl has narrow no-break spaces in times.
      const time = times.format(instant).replace(/\s/g, " ");
      expect(formatTimeOfDay(instant, zone)).toBe(time);
      expect(formatDay(instant, zone)).toBe(days.format(instant));
    }
  });

  it("a clock by Temporal shows what one by Intl shows", () => {
    const byIntl = INSTANTS.map((instant) => wallClock(instant, zone));
    const asked = vi.spyOn(polyfill.Instant, "fromEpochMilliseconds");
    vi.stubGlobal("Temporal", polyfill);
    expect(INSTANTS.map((instant) => wallClock(instant, zone))).toEqual(byIntl);
    expect(asked).toHaveBeenCalledTimes(INSTANTS.length);
  });

  it("a clock that reads a table of offsets shows what one by Intl shows", () => {
    const offsets = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      timeZoneName: "longOffset",
    });
    for (const instant of INSTANTS) {
      const byIntl = wallClock(instant, zone);
      const name = offsets.formatToParts(instant).find(({ type }) => type === "timeZoneName");
      setZoneOffsets({ [zone]: { [instant.getTime()]: milliseconds(name?.value ?? "") } });
      expect(wallClock(instant, zone)).toEqual(byIntl);
      setZoneOffsets(null);
    }
  });
});

it.each([
  ["that knows no such zone", polyfill],
  ["that lacks a function", {}],
  ["that is not there", undefined],
])("a clock by a Temporal %s takes the default zone for an unknown one", (_what, temporal) => {
  vi.stubGlobal("Temporal", temporal);
  const now = new Date(START);
  const hour = wallClock(now, "Mars/Olympus_Mons").hour;
  expect(hour).toBe(wallClock(now, DEFAULT_TIMEZONE).hour);
  expect(hour).not.toBe(wallClock(now, "UTC").hour);
});

it("a clock by a Temporal that lacks a function shows the time of its zone", () => {
  vi.stubGlobal("Temporal", { Instant: {} });
  expect(wallClock(new Date(START), "America/New_York").hour).toBe(19);
});

it("a table without the instant is an error, not a wrong time", () => {
  const now = new Date(START);
  setZoneOffsets({ "America/New_York": { [START + 1]: -5 * HOUR_MS } });
  expect(() => wallClock(now, "America/New_York")).toThrow(RangeError);
  expect(() => wallClock(now, "America/Chicago")).toThrow(RangeError);
});

it("prices are those of Intl, without marks between thousands", () => {
  const dollars = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    useGrouping: false,
  });
  for (let cents = 0; cents < 2_000_000; cents += 997)
    expect(formatCents(cents)).toBe(dollars.format(cents / 100));
});

/** "GMT-07:00" in milliseconds. */
function milliseconds(name: string): number {
  const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d+):(\d+))?$/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
