import { afterEach, expect, it } from "vitest";
import { speak } from "@/test/speak";
import { describePickup } from "./pickup-time";

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
