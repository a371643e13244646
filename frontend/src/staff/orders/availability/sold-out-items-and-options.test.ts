import { describe, expect, it } from "vitest";
import { aGroup } from "@/test/fixtures";
import { aStaffMenuItem } from "@/test/staff/staff";
import { findStock, soldOutUntil, stockOf, withAvailability } from "./sold-out-items-and-options";

const taco = aStaffMenuItem({
  _id: "a".repeat(24),
  name: "Carnitas taco",
  optionGroups: [aGroup("Extras", [0, 2], "Guacamole:1.50", "Cheese")],
});

const burrito = aStaffMenuItem({
  _id: "b".repeat(24),
  name: "Wet Burrito",
  optionGroups: [
    {
      ...aGroup("Top", [0, 1]),
      options: [
        {
          _id: "g2",
          name: "guacamole ",
          additionalPrice: 2,
          isAvailable: true,
          soldOutUntil: null,
          maxQuantity: 1,
        },
      ],
    },
  ],
});

const menu = [taco, burrito];

describe("what can run out", () => {
  it("is each menu item, and each option once, however many menu items offer it", () => {
    expect(stockOf(menu).map(({ name, menuItems }) => [name, ...menuItems])).toEqual([
      ["Carnitas taco"],
      ["Wet Burrito"],
      ["Guacamole", "Carnitas taco", "Wet Burrito"],
      ["Cheese", "Carnitas taco"],
    ]);
    expect(stockOf(menu)[2]?.targets).toEqual([
      { itemId: taco._id, optionId: "option-Guacamole" },
      { itemId: burrito._id, optionId: "g2" },
    ]);
  });

  it("is found by its own name and by its menu item's, in any order of words", () => {
    const found = (search: string) => findStock(stockOf(menu), search).map(({ name }) => name);
    expect(found("guac")).toEqual(["Guacamole"]);
    expect(found("taco CHEESE")).toEqual(["Cheese"]);
    expect(found("burrito")).toEqual(["Wet Burrito", "Guacamole"]);
    expect(found(" ")).toHaveLength(4);
    expect(found("pizza")).toEqual([]);
  });

  it("is listed apart where only some menu items are out of it, with the earliest return", () => {
    const mark = { isAvailable: false, soldOutUntil: "2026-11-22T03:00:00Z" };
    const some = withAvailability(menu, [{ itemId: burrito._id, optionId: "g2" }], mark);
    const guacamole = stockOf(some).filter(({ name }) => /guacamole/i.test(name));
    expect(guacamole.map(({ isAvailable, menuItems }) => [isAvailable, ...menuItems])).toEqual([
      [true, "Carnitas taco"],
      [false, "Wet Burrito"],
    ]);
    const all = withAvailability(some, [{ itemId: taco._id, optionId: "option-Guacamole" }], {
      isAvailable: false,
      soldOutUntil: "2026-11-22T02:00:00Z",
    });
    expect(stockOf(all).find(({ name }) => name === "Guacamole")?.soldOutUntil).toBe(
      "2026-11-22T02:00:00Z",
    );
  });

  it("marks what is meant and nothing beside it", () => {
    const mark = { isAvailable: false, soldOutUntil: null };
    const marked = withAvailability(menu, [{ itemId: taco._id }], mark);
    expect(marked[0]).toEqual({ ...taco, isAvailable: false, soldOutUntil: null });
    expect(marked[1]).toEqual(burrito);
  });
});

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
