import { afterEach, describe, expect, it } from "vitest";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { speak } from "@/test/speak";
import { presentSchedule } from "./current-stops";
import { closedReason, preorderLabel } from "./ordering-words";
import { scheduleBadge } from "./schedule-words";

const LUNCH = aStop();
const MORNING = new Date("2026-06-02T12:00:00Z");
const NOON = new Date("2026-06-02T16:00:00Z");
const YESTERDAY = new Date("2026-06-01T20:00:00Z");
const WEEK_BEFORE = new Date("2026-05-26T12:00:00Z");

afterEach(() => speak("en"));

describe("the badge", () => {
  const badge = (now: Date, truck = aMovingTruck(null, LUNCH)) => scheduleBadge(truck, now).text;

  it("says on the clock of the place when the truck opens and until when it is open", () => {
    expect(badge(WEEK_BEFORE)).toBe("Opens Jun 2 11:00 AM");
    expect(badge(YESTERDAY)).toBe("Opens Tue 11:00 AM");
    expect(badge(MORNING)).toBe("Opens 11:00 AM");
    expect(scheduleBadge(aMovingTruck(null, LUNCH), NOON)).toEqual({
      text: "Open until 2:00 PM",
      isOpen: true,
    });
    expect(badge(new Date("2026-06-02T18:00:00Z"))).toBe("Closed");
  });

  it("says so in Spanish", () => {
    speak("es");
    expect(badge(YESTERDAY)).toBe("Abre el martes a las 11:00 a.m.");
    expect(badge(MORNING)).toBe("Abre a las 11:00 a.m.");
    expect(badge(NOON)).toBe("Abierto hasta las 2:00 p.m.");
    expect(badge(WEEK_BEFORE)).toBe("Abre el 2 de junio a las 11:00 a.m.");
  });

  it("calls a truck paused only while it would be open", () => {
    const paused = aMovingTruck(null, LUNCH, { acceptingOrders: false });
    expect(scheduleBadge(paused, NOON)).toEqual({ text: "Paused", isOpen: false });
    expect(badge(MORNING, paused)).toBe("Opens 11:00 AM");
    expect(badge(NOON, aTruck({ acceptingOrders: false }))).toBe("Taking a break");
    expect(badge(NOON, aTruck())).toBe("Open");
  });

  it("calls no truck open from which nothing can be ordered", () => {
    const nothing = { text: "Nothing to order now", isOpen: false };
    expect(scheduleBadge(aTruck({ orderable: false }), NOON)).toEqual(nothing);
    const atStop = aMovingTruck(null, LUNCH, { orderable: false });
    expect(scheduleBadge(atStop, NOON)).toEqual(nothing);
    expect(badge(MORNING, atStop)).toBe("Opens 11:00 AM");
  });
});

describe("why nothing can be ordered", () => {
  const reason = (now: Date, ...stops: Parameters<typeof aMovingTruck>) =>
    closedReason(aMovingTruck(...stops), now);

  it("says when orders start, when the last ones were, and that nothing is planned", () => {
    expect(reason(MORNING, null, LUNCH)).toBe(
      "This truck is not taking orders right now. It opens 11:00 AM. You can order from 9:00 AM.",
    );
    expect(reason(NOON, null, LUNCH)).toBeNull();
    expect(reason(new Date("2026-06-02T17:45:00Z"), LUNCH, null)).toBe(
      "This truck is not taking orders right now. Last orders were at 1:45 PM. Its next stop is not planned yet.",
    );
    expect(reason(NOON, null, null)).toBe(
      "This truck is not taking orders right now. Its next stop is not planned yet.",
    );
  });

  it("ends its Spanish sentences once", () => {
    speak("es");
    expect(reason(new Date("2026-06-02T17:45:00Z"), LUNCH, null)).toBe(
      "Este food truck no está tomando órdenes por ahora. Las últimas órdenes fueron a la 1:45 p.m. Todavía no hay una próxima parada.",
    );
    const pausedUntil = "2026-06-02T20:00:00Z";
    expect(reason(NOON, LUNCH, null, { acceptingOrders: false, pausedUntil })).toMatch(
      /por ahora\. Regresa a la 1:00 p\.m\.$/,
    );
    expect(reason(MORNING, null, LUNCH)).toMatch(/ Abre a las 11:00 a\.m\. Las órdenes .* a\.m\.$/);
  });

  it("names the day of the first orders after an opening on another day", () => {
    const early = { ...LUNCH, preorderMinutes: 1_080 };
    expect(reason(YESTERDAY, null, early)).toBe(
      "This truck is not taking orders right now. It opens Tue 11:00 AM. You can order from today at 5:00 PM.",
    );
    speak("es");
    expect(reason(YESTERDAY, null, early)).toMatch(/ Las órdenes empiezan hoy a las 5:00 p\.m\.$/);
  });

  it("says that a stop is booked out, and not that its last orders were later than now", () => {
    const full = { ...LUNCH, bookedOut: true };
    expect(reason(NOON, full, null)).toBe(
      "This truck is not taking orders right now. No pickup times are left at this stop. Its next stop is not planned yet.",
    );
    const tomorrow = { ...full, preorderMinutes: 1_440 };
    expect(reason(YESTERDAY, null, tomorrow)).toBe(
      "This truck is not taking orders right now. It opens Tue 11:00 AM. No pickup times are left at this stop.",
    );
  });

  it("names the pause first", () => {
    expect(reason(NOON, LUNCH, null, { acceptingOrders: false })).toBe(
      "This truck is not taking orders right now.",
    );
  });
});

it("names the stop of a pre-order", () => {
  const label = (now: Date, truck = aMovingTruck(null, { ...LUNCH, preorderMinutes: 1_440 })) =>
    preorderLabel(presentSchedule(truck, now), now);
  expect(label(YESTERDAY)).toBe("Pre-order for Tue 11:00 AM");
  expect(label(MORNING)).toBe("Pre-order for 11:00 AM");
  expect(label(NOON)).toBeNull();
  expect(label(WEEK_BEFORE)).toBeNull();
  expect(label(NOON, aTruck())).toBeNull();
});
