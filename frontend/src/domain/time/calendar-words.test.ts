import { Temporal as calendar } from "temporal-polyfill";
import { afterEach, describe, expect, it, vi } from "vitest";
import { formatCents } from "@/domain/values/money";
import type { Language } from "@/messages/language";
import { DEFAULT_TIMEZONE, formatDay, formatTimeOfDay, wallClock } from "./time";
import { setZoneOffsets } from "./zone-offsets";

const LOCALES: Record<Language, string> = { en: "en-US", es: "es-US" };
const ZONES = ["America/Los_Angeles", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
const HOUR_MS = 3_600_000;
const START = Date.UTC(2024, 0, 1);
/** Two years, at another hour and minute each time. */
const INSTANTS = Array.from(
  { length: 600 },
  (_, n) => new Date(START + n * 29 * HOUR_MS + ((n * 37) % 60) * 60_000),
);

afterEach(() => setZoneOffsets(null));

describe.each(ZONES)("in %s", (zone) => {
  it.each(["en", "es"] as const)("times and days are those of Intl (%s)", (language) => {
    const intl = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, ...options });
    const times = intl({ hour: "numeric", minute: "2-digit", hour12: true });
    const days = intl({ weekday: "long", month: "long", day: "numeric" });
    for (const instant of INSTANTS) {
      // Intl has narrow no-break spaces in times.
      const time = times.format(instant).replace(/\s/g, " ");
      expect(formatTimeOfDay(instant, zone, language)).toBe(time);
      expect(formatDay(instant, zone, language)).toBe(days.format(instant));
    }
  });

  it("a clock by Temporal shows what one by Intl shows", () => {
    for (const instant of INSTANTS) {
      const byIntl = wallClock(instant, zone);
      vi.stubGlobal("Temporal", calendar);
      expect(wallClock(instant, zone)).toEqual(byIntl);
      vi.unstubAllGlobals();
    }
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
  ["Temporal", calendar],
  ["Intl", undefined],
])("a clock by %s takes the default zone for an unknown one", (_name, known) => {
  vi.stubGlobal("Temporal", known);
  const now = new Date(START);
  expect(wallClock(now, "Mars/Olympus_Mons")).toEqual(wallClock(now, DEFAULT_TIMEZONE));
  expect(wallClock(now, "Mars/Olympus_Mons")).not.toEqual(wallClock(now, "UTC"));
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
