import { expect, it } from "vitest";
import { fromZonedInput, toZonedInput } from "./local-times-and-instants";

const LA = "America/Los_Angeles";

it.each([
  ["2026-11-22T02:00:00Z", "2026-11-21T18:00"],
  ["2026-07-01T07:05:00Z", "2026-07-01T00:05"],
])("%s is %s on the clocks of Los Angeles, and back", (instant, local) => {
  expect(toZonedInput(instant, LA)).toBe(local);
  expect(new Date(fromZonedInput(local, LA) ?? "")).toEqual(new Date(instant));
});

it.each(["", "2026-11-21", "18:00", "soon"])("takes %j for no instant", (text) => {
  expect(fromZonedInput(text, LA)).toBeNull();
});

it("leaves the field empty without an instant", () => {
  expect(toZonedInput(null, LA)).toBe("");
});
