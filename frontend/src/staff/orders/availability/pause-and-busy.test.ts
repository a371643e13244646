import { describe, expect, it } from "vitest";
import { aStaffTruck } from "@/test/staff/staff";
import {
  busyMessage,
  busyPatch,
  NO_LONGER_BUSY,
  pauseMessage,
  pausePatch,
  RESUMED,
  withSettings,
} from "./pause-and-busy";

const NOW = new Date("2026-11-22T02:05:00Z");
const SOON = new Date("2026-11-22T02:20:00Z");
const truck = aStaffTruck();

describe("a pause", () => {
  it("is named with its end, in the truck's own time", () => {
    const paused = withSettings(truck, pausePatch(SOON, " Catching up "));
    expect(pauseMessage(paused, NOW)).toBe("Ordering is paused until 6:20 PM");
    expect(paused.settings.notAcceptingReason).toBe("Catching up");
  });

  it("without an end is the switch, and lasts until it is resumed", () => {
    const paused = withSettings(truck, pausePatch(null, ""));
    expect(paused.settings).toMatchObject({
      acceptingOrders: false,
      pausedUntil: null,
      notAcceptingReason: null,
    });
    expect(pauseMessage(paused, NOW)).toBe("Ordering is paused until you resume it");
  });

  it("with an end replaces one without, so that it does end", () => {
    const forever = withSettings(truck, pausePatch(null, ""));
    const short = withSettings(forever, pausePatch(SOON, ""));
    expect(short.settings.acceptingOrders).toBe(true);
    expect(pauseMessage(short, NOW)).toBe("Ordering is paused until 6:20 PM");
  });

  it("is over when the server says so, whatever this clock thinks", () => {
    const paused = withSettings(truck, pausePatch(SOON, ""));
    expect(pauseMessage({ ...paused, acceptingOrders: true }, NOW)).toBeNull();
    expect(pauseMessage(withSettings(paused, RESUMED), NOW)).toBeNull();
  });
});

describe("a busy kitchen", () => {
  it("is named with its minutes, and with its end if it has one", () => {
    expect(busyMessage(withSettings(truck, busyPatch(20, null)), NOW)).toBe(
      "Busy: pickups take 35 minutes instead of 15",
    );
    expect(busyMessage(withSettings(truck, busyPatch(10, SOON)), NOW)).toBe(
      "Busy until 6:20 PM: pickups take 25 minutes instead of 15",
    );
    expect(busyMessage(withSettings(truck, NO_LONGER_BUSY), NOW)).toBeNull();
  });
});
