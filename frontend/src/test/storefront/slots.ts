import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";
import type { OfferedSlot, OfferedSlots } from "@/storefront/checkout/slots/api";
import { aStop } from "@/test/fixtures";
import { TRUCK } from "./checkout-fixtures";

/** What a truck answers where a pickup is a time of day. */
export const NO_SLOTS: OfferedSlots = {
  stopId: null,
  timezone: TRUCK.timezone,
  asap: null,
  slots: [],
};

/** Open from 4 PM to 7 PM at the place, which is two hours ahead of the truck's clock. */
export const STOP = aStop({
  place: { name: "Pier 5", address: "5 River St", timezone: "America/Chicago", taxRate: 10 },
  startsAt: "2026-06-01T21:00:00Z",
  endsAt: "2026-06-02T00:00:00Z",
  takesOrders: true,
});

/** The instant of a time of the afternoon on the clock of `STOP`: "4:10". */
export function slotAt(time: string): string {
  const [hour = "", minute = ""] = time.split(":");
  return new Date(Date.UTC(2026, 5, 1, Number(hour) + 17, Number(minute)))
    .toISOString()
    .replace(".000Z", "Z");
}

/** The slots of `STOP`; times that are not named as few or full are free. */
export function slotsOfStop(
  times: readonly string[],
  { few = [], full = [] }: { few?: readonly string[]; full?: readonly string[] } = {},
): OfferedSlots {
  const slots = times.map((time): OfferedSlot => {
    const state = full.includes(time) ? "full" : few.includes(time) ? "few" : "free";
    return { at: slotAt(time), state };
  });
  const first = slots.find(({ state }) => state !== "full");
  return {
    stopId: STOP._id,
    timezone: STOP.place.timezone,
    asap: first?.at ?? null,
    slots,
  };
}

export const AFTERNOON = ["4:00", "4:10", "4:20", "4:30", "4:40", "4:50", "5:00", "5:10"];

/** Answers each question for slots with what the test says by then; `asked` are their query strings. */
export function serveSlots(server: SetupServer, answer: () => OfferedSlots | Response) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get("*/api/trucks/:slug/slots", ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      const offered = answer();
      return offered instanceof Response ? offered : HttpResponse.json(offered);
    }),
  );
  return asked;
}
