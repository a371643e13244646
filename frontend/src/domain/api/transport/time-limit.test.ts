import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withTimeLimit } from "./time-limit";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("ends when the time is over", () => {
  const signal = withTimeLimit(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

it("ends with the other signal, and asks for no time after that", () => {
  const outer = new AbortController();
  const signal = withTimeLimit(1_000, outer.signal);
  outer.abort("called off");
  expect(signal.reason).toBe("called off");
  expect(vi.getTimerCount()).toBe(0);
});

it("has ended already when the other signal has", () => {
  expect(withTimeLimit(1_000, AbortSignal.abort("too late")).reason).toBe("too late");
});
