import { describe, expect, it } from "vitest";
import { hourly, parseUnits } from "./capacity-units";

describe("the units of an hour", () => {
  it("are those of its slots", () => {
    expect(hourly({ units: 12, slotMinutes: 10, walkUpShare: 0 })).toEqual({
      units: 72,
      online: 72,
    });
    expect(hourly({ units: 7, slotMinutes: 30, walkUpShare: 0 })).toEqual({
      units: 14,
      online: 14,
    });
  });

  it("are rounded down in each slot where a share is kept for the counter, as the server does", () => {
    expect(hourly({ units: 12, slotMinutes: 10, walkUpShare: 20 })).toEqual({
      units: 72,
      online: 54,
    });
    expect(hourly({ units: 1, slotMinutes: 5, walkUpShare: 90 })).toEqual({
      units: 12,
      online: 0,
    });
  });
});

it("takes whole units from 1 to 500, or none", () => {
  expect(["", "  ", "1", " 500 "].map(parseUnits)).toEqual([null, null, 1, 500]);
  expect(["0", "501", "-3", "2.5", "many"].map(parseUnits)).toEqual(Array(5).fill(undefined));
});
