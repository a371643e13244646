import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { aMovingTruck, aStop } from "@/test/fixtures";

const NOW = new Date("2026-06-02T16:00:00Z");
const MINUTE_MS = 60_000;
/** Open from 11 to 2 on the clock of New York, where it is noon. */
const TRUCK = aMovingTruck(aStop({ startsAt: "2026-06-02T15:00:00Z" }), null);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of a device whose clock is ahead by so many minutes. */
async function openPage(minutes: number) {
  vi.setSystemTime(NOW.getTime() + minutes * MINUTE_MS);
  vi.resetModules();
  return await import("./server-clock");
}

function answerOf(instant: Date | number): Response {
  return new Response(null, { headers: { Date: new Date(instant).toUTCString() } });
}

it.each([0, 60, 120, -60, 9])(
  "opens a truck by the server's clock, %i minutes off",
  async (off) => {
    const clock = await openPage(off);
    const told = vi.fn();
    clock.onClockSet(told);
    clock.hearAnswer(answerOf(NOW));
    expect(clock.presentTime()).toEqual(NOW);
    expect(told).toHaveBeenCalledTimes(off === 0 ? 0 : 1);
    const { current, ordering } = presentSchedule(TRUCK, clock.presentTime());
    expect([current, ordering]).toEqual([TRUCK.schedule.current, TRUCK.schedule.current]);
    vi.advanceTimersByTime(90 * MINUTE_MS);
    expect(clock.serverNow()).toBe(NOW.getTime() + 90 * MINUTE_MS);
  },
);

it("is not misled by answers that were late or kept, nor by none", async () => {
  const clock = await openPage(20);
  clock.hearAnswer(new Response());
  expect(clock.serverNow()).toBe(Date.now());
  clock.hearAnswer(answerOf(NOW.getTime() - 2 * MINUTE_MS));
  expect(clock.serverNow()).toBe(NOW.getTime() - 2 * MINUTE_MS);
  clock.hearAnswer(answerOf(NOW));
  clock.hearAnswer(answerOf(NOW.getTime() - 10 * MINUTE_MS));
  expect(clock.presentTime()).toEqual(NOW);
});

it("takes the next answer's word once the device's clock was set", async () => {
  const clock = await openPage(20);
  clock.hearAnswer(answerOf(NOW));
  vi.setSystemTime(NOW);
  const later = NOW.getTime() - 20 * MINUTE_MS;
  expect(clock.serverNow()).toBe(later);
  clock.hearAnswer(answerOf(NOW));
  expect(clock.presentTime()).toEqual(NOW);
});
