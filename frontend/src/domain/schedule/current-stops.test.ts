import { expect, it } from "vitest";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { nextChange, presentSchedule } from "./current-stops";

/** Orders from 9 to 1:45, open from 11 to 2, on the clock of New York. */
const LUNCH = aStop();
const DINNER = aStop({
  _id: "7".repeat(24),
  startsAt: "2026-06-02T21:00:00Z",
  endsAt: "2026-06-03T00:00:00Z",
});

function at(time: string) {
  const { current, next, ordering } = presentSchedule(
    aMovingTruck(null, LUNCH),
    new Date(`2026-06-02T${time}Z`),
  );
  return { here: current !== null, coming: next !== null, orders: ordering !== null };
}

it("opens, takes orders and closes at the instants of the stop", () => {
  expect(at("12:59:59")).toEqual({ here: false, coming: true, orders: false });
  expect(at("13:00:00")).toEqual({ here: false, coming: true, orders: true });
  expect(at("14:59:59")).toEqual({ here: false, coming: true, orders: true });
  expect(at("15:00:00")).toEqual({ here: true, coming: false, orders: true });
  expect(at("17:44:59")).toEqual({ here: true, coming: false, orders: true });
  expect(at("17:45:00")).toEqual({ here: true, coming: false, orders: false });
  expect(at("17:59:59")).toEqual({ here: true, coming: false, orders: false });
  expect(at("18:00:00")).toEqual({ here: false, coming: false, orders: false });
});

it("names every one of these instants as the next change", () => {
  const instants: string[] = [];
  const truck = aMovingTruck(null, LUNCH);
  for (let now = new Date("2026-06-02T00:00:00Z"); ; ) {
    const change = nextChange(presentSchedule(truck, now), now);
    if (!change) break;
    instants.push(change.slice(11, 16));
    now = new Date(change);
  }
  expect(instants).toEqual(["13:00", "15:00", "17:45", "18:00"]);
});

it("moves on to the next stop, and orders for it as soon as that is possible", () => {
  const truck = aMovingTruck({ ...LUNCH, state: "open", takesOrders: true }, DINNER);
  const lunch = presentSchedule(truck, new Date("2026-06-02T17:00:00Z"));
  expect([lunch.current, lunch.next, lunch.ordering]).toMatchObject([
    { _id: LUNCH._id },
    { _id: DINNER._id },
    { _id: LUNCH._id },
  ]);
  const early = { ...DINNER, preorderMinutes: 600 };
  const afterLastOrder = presentSchedule(
    aMovingTruck(LUNCH, early),
    new Date("2026-06-02T17:50:00Z"),
  );
  expect(afterLastOrder.current?._id).toBe(LUNCH._id);
  expect(afterLastOrder.ordering?._id).toBe(DINNER._id);
  const later = presentSchedule(truck, new Date("2026-06-02T21:30:00Z"));
  expect([later.current?._id, later.next]).toEqual([DINNER._id, null]);
});

it("never takes back what the server has said for a clock that is behind", () => {
  const now = new Date("2026-06-02T14:50:00Z");
  const open = { ...LUNCH, state: "open", takesOrders: true };
  const { current, ordering } = presentSchedule(aMovingTruck(open, null), now);
  expect([current?._id, ordering?._id]).toEqual([LUNCH._id, LUNCH._id]);
});

it("follows a delay and an early end", () => {
  const late = aMovingTruck(null, { ...LUNCH, delayMinutes: 20 });
  expect(presentSchedule(late, new Date("2026-06-02T15:19:59Z")).current).toBeNull();
  expect(presentSchedule(late, new Date("2026-06-02T15:20:00Z")).current).not.toBeNull();
  const early = aMovingTruck({ ...LUNCH, endedEarlyAt: "2026-06-02T16:00:00Z" }, null);
  expect(presentSchedule(early, new Date("2026-06-02T16:00:00Z")).current).toBeNull();
});

it("knows no stops of a truck that does not move, or that an earlier release has kept", () => {
  const now = new Date();
  expect(presentSchedule(aTruck(), now).isMoving).toBe(false);
  expect(presentSchedule({ schedule: undefined as never }, now).isMoving).toBe(false);
});
