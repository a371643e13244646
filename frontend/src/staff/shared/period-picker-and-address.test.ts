import { describe, expect, it } from "vitest";
import {
  lastDays,
  previousLabel,
  rangeProblem,
  readPeriod,
  writePeriod,
} from "./period-picker-and-address";

const TODAY = "2026-03-10";

function read(search: string) {
  return readPeriod(new URLSearchParams(search), TODAY);
}

describe("the period of an address", () => {
  it.each([
    ["", "30", "2026-02-09", TODAY],
    ["period=today", "today", TODAY, TODAY],
    ["period=7", "7", "2026-03-04", TODAY],
    ["period=90", "90", "2025-12-11", TODAY],
    ["from=2026-01-01&to=2026-01-31", "custom", "2026-01-01", "2026-01-31"],
    ["from=2026-01-31&to=2026-01-01&period=7", "7", "2026-03-04", TODAY],
    ["from=2026-02-30&to=2026-03-01", "30", "2026-02-09", TODAY],
    ["period=custom", "30", "2026-02-09", TODAY],
    ["period=never", "30", "2026-02-09", TODAY],
  ])("%s is %s", (search, choice, from, to) => {
    expect(read(search)).toEqual({ choice, from, to });
  });

  it("is written so that it is read the same, and leaves the rest alone", () => {
    const custom = { choice: "custom" as const, from: "2026-01-01", to: "2026-01-31" };
    const search = writePeriod(new URLSearchParams("truck=abc&period=7"), custom);
    expect(search.toString()).toBe("truck=abc&from=2026-01-01&to=2026-01-31");
    expect(readPeriod(search, TODAY)).toEqual(custom);
    expect(writePeriod(search, lastDays("90", TODAY)).toString()).toBe("truck=abc&period=90");
  });
});

describe("two typed days", () => {
  it.each([
    ["", TODAY, "Please choose the first and the last day"],
    ["2026-03-01", "", "Please choose the first and the last day"],
    ["2026-03-05", "2026-03-04", "The first day must not be after the last day"],
    ["2026-03-05", "2026-03-11", "The last day must not be in the future"],
    ["2026-03-05", "2026-03-05", null],
  ])("%s to %s: %s", (from, to, problem) => {
    expect(rangeProblem(from, to, TODAY)).toBe(problem);
  });
});

it("names the days that it compares with, over a change of the clocks too", () => {
  expect(previousLabel({ from: "2026-03-04", to: TODAY }, true)).toBe(
    "Compared with the 7 days before (Feb 25 to Mar 3).",
  );
  expect(previousLabel({ from: TODAY, to: TODAY }, true)).toBe(
    "Compared with the day before (Mar 9).",
  );
  expect(previousLabel({ from: TODAY, to: TODAY }, false)).toBe(
    "No orders on the day before (Mar 9).",
  );
});
