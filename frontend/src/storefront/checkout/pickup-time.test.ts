import { afterEach, expect, it } from "vitest";
import { isServedAt, type SaleTime } from "@/domain/menu/sale-times";
import { speak } from "@/test/speak";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import { soonest as CASES } from "../../../../backend/tests/data/meal_time_cases.json";
import { chosenPickup, describePickup, type PickupRules, soonestPickup } from "./pickup-time";
import { withOwnSlot } from "./slots/offered-slots";

const NOW = new Date("2026-06-01T20:00:00Z");
const RULES = { zone: "America/Los_Angeles", leadMinutes: 15, slots: null };

afterEach(() => speak("en"));

it("tells the day that a pickup time means", () => {
  expect(describePickup("18:00", RULES, NOW)).toBe("Ready today at 6:00 PM, truck time.");
  expect(describePickup("12:00", RULES, NOW)).toBe(
    "Ready tomorrow, Tuesday, June 2, at 12:00 PM, truck time.",
  );
  expect(describePickup("", RULES, NOW)).toBeNull();
});

it("tells the day in Spanish", () => {
  speak("es");
  expect(describePickup("18:00", RULES, NOW)).toBe(
    "Lista hoy a las 6:00 p.m., hora del food truck.",
  );
  expect(describePickup("13:30", RULES, NOW)).toBe(
    "Lista hoy a la 1:30 p.m., hora del food truck.",
  );
  expect(describePickup("12:00", RULES, NOW)).toBe(
    "Lista mañana, martes, 2 de junio, a las 12:00 p.m., hora del food truck.",
  );
});

it.each(CASES)(
  "holds as soon as possible against meal times as the server does: $name",
  (known) => {
    const { timezone, now, leadMinutes, stop, slots, soonest, served } = known;
    const asap = slots?.find(({ state }) => state !== "full")?.at ?? null;
    const offered = { stopId: null, timezone, asap, slots: slots as never };
    const rules: PickupRules = {
      zone: timezone,
      leadMinutes,
      slots: slots ? { state: "ready", offered, held: null } : null,
    };
    const first = soonestPickup(rules, new Date(now), stop?.[0] ? new Date(stop[0]) : null);
    const asked = { slotAt: "asap", pickupTime: "asap" };
    const pickup = chosenPickup(asked, rules, first, new Date(now));
    expect(pickup).toEqual(new Date(soonest));
    expect(isServedAt(known.times as SaleTime[], timezone, pickup)).toBe(served);
  },
);

it("takes the slot that the customer holds, and until slots are known the lead time or the start of the stop", () => {
  const slots = [
    { at: "2026-06-01T20:20:00Z", state: "full" as const },
    { at: "2026-06-01T20:30:00Z", state: "free" as const },
  ];
  const offered = { stopId: null, timezone: RULES.zone, asap: "2026-06-01T20:30:00Z", slots };
  const hold = { stopId: null, slotAt: "2026-06-01T20:20:00Z", units: 1, pieces: {}, until: "" };
  const own = { state: "ready" as const, ...withOwnSlot(offered, hold, 1) };
  expect(soonestPickup({ ...RULES, slots: own }, NOW)).toEqual(new Date("2026-06-01T20:20:00Z"));
  const loading = { ...RULES, slots: { state: "loading" as const } };
  expect(soonestPickup(loading, NOW)).toEqual(new Date("2026-06-01T20:15:00Z"));
  const opens = new Date("2026-06-01T22:00:00Z");
  expect(soonestPickup(loading, NOW, opens)).toEqual(opens);
});
