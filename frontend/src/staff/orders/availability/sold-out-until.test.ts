import { expect, it } from "vitest";
import { soldOutUntil } from "./sold-out-until";

const ZONE = "America/Los_Angeles";
const EVENING = new Date("2026-11-22T02:05:10Z");
const AFTER_MIDNIGHT = new Date("2026-11-22T09:00:00Z");

it("lasts until it is ended, an hour, or until the truck's next morning", () => {
  const until = (choice: "resumed" | "hour" | "opening", now: Date) =>
    soldOutUntil({ choice, time: "" }, ZONE, now)?.toISOString() ?? null;
  expect(until("resumed", EVENING)).toBeNull();
  expect(until("hour", EVENING)).toBe("2026-11-22T03:06:00.000Z");
  expect(until("opening", EVENING)).toBe("2026-11-22T12:00:00.000Z");
  // A truck that sells past midnight means the same morning.
  expect(until("opening", AFTER_MIDNIGHT)).toBe("2026-11-22T12:00:00.000Z");
});

it("lasts until the next time it is that late, once the time is filled in", () => {
  const until = (time: string) => soldOutUntil({ choice: "time", time }, ZONE, EVENING);
  expect(until("20:30")?.toISOString()).toBe("2026-11-22T04:30:00.000Z");
  expect(until("17:00")?.toISOString()).toBe("2026-11-23T01:00:00.000Z");
  expect(until("")).toBeUndefined();
});
