import { expect, it } from "vitest";
import { aStop } from "@/test/fixtures";
import { pickupAtStop } from "./pickup-at-stop";

const LUNCH = aStop();
const DAY_BEFORE = new Date("2026-06-01T20:00:00Z");
const pickup = (time: string, now = DAY_BEFORE, stop = LUNCH) => pickupAtStop(time, stop, now, 15);

it("means the day of the stop, on the clock of its place", () => {
  expect(pickup("11:00")).toEqual(new Date("2026-06-02T15:00:00Z"));
  expect(pickup("14:00")).toEqual(new Date("2026-06-02T18:00:00Z"));
});

it("knows the hours of the stop, its delay included", () => {
  expect(pickup("10:59")).toBe("outside");
  expect(pickup("14:01")).toBe("outside");
  expect(pickup("11:10", DAY_BEFORE, { ...LUNCH, delayMinutes: 20 })).toBe("outside");
  expect(pickup("lunch")).toBeNull();
});

it("leaves time to prepare", () => {
  const noon = new Date("2026-06-02T16:00:00Z");
  expect(pickup("12:14", noon)).toBe("too-soon");
  expect(pickup("12:15", noon)).toEqual(new Date("2026-06-02T16:15:00Z"));
});

it("finds a time after midnight", () => {
  const night = aStop({ startsAt: "2026-06-03T01:00:00Z", endsAt: "2026-06-03T06:00:00Z" });
  expect(pickup("01:30", DAY_BEFORE, night)).toEqual(new Date("2026-06-03T05:30:00Z"));
});
