import { HttpResponse, http } from "msw";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { Stop } from "@/domain/schedule/current-stops";
import type { CounterFacts, CounterStop } from "@/staff/orders/counter/api";
import type {
  ListedSeries,
  Place,
  SlotLoad,
  SlotLoads,
  StaffStop,
  StopProposal,
} from "@/staff/schedule/api";
import type { Count, StopCounts } from "@/staff/schedule/counts/counted-items-and-form-values";
import { aMovingTruck, aStop } from "@/test/fixtures";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aStaffTruck } from "./staff";

export const TRUCK = aStaffTruck({ timezone: "America/New_York", scheduleMode: "stops" });

export function aPlace(overrides: Partial<Place> = {}): Place {
  return { ...aStop().place, truckId: TRUCK._id, version: 1, archivedAt: null, ...overrides };
}

export function aStaffStop({
  orders = 0,
  revenue = 0,
  unitsUsed = 0,
  seriesVersion = null,
  ...overrides
}: Parameters<typeof aStop>[0] & {
  orders?: number;
  revenue?: number;
  unitsUsed?: number;
  seriesVersion?: number | null;
} = {}): StaffStop {
  return { ...aStop(overrides), orders, revenue, unitsUsed, seriesVersion };
}

/** A call of the schedule, as it was sent. */
export interface ScheduleCall {
  method: string;
  path: string;
  body: unknown;
  key: string | null;
}

/** Serves places and stops, and takes every change; `refuse` answers the next one instead. */
export function serveSchedule(places: Place[], stops: StaffStop[], series: ListedSeries[] = []) {
  const calls: ScheduleCall[] = [];
  const refusals: { status: number; body: object }[] = [];
  const take = async ({ request }: { request: Request }) => {
    const url = new URL(request.url);
    const body = request.method === "DELETE" ? null : await request.json();
    const path = url.pathname.replace(/^.*\/api/, "") + url.search;
    calls.push({ method: request.method, path, body, key: request.headers.get("Idempotency-Key") });
    const refusal = refusals.shift();
    if (refusal) return HttpResponse.json(refusal.body, { status: refusal.status });
    return HttpResponse.json(path.startsWith("/places") ? aPlace(body ?? {}) : aStaffStop());
  };
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/places", () => HttpResponse.json(places)),
    http.get("*/api/stop-series", () => HttpResponse.json(series)),
    http.get("*/api/stops/:id/disruptions", () => HttpResponse.json([])),
    http.get("*/api/stops/proposal", () => HttpResponse.json(proposalAfter(places, stops))),
    http.get("*/api/stops", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""].map(Date.parse);
      const isShown = ({ startsAt, endsAt }: StaffStop) =>
        Date.parse(endsAt) > (from ?? 0) && Date.parse(startsAt) < (to ?? 0);
      return HttpResponse.json(stops.filter(isShown));
    }),
    ...["stops", "stop-series", "places"].flatMap((kind) => [
      http.post(`*/api/${kind}`, take),
      http.put(`*/api/${kind}/:id`, take),
      http.delete(`*/api/${kind}/:id`, take),
    ]),
    http.patch("*/api/trucks/:id/settings", async ({ request }) => {
      const body = await request.json();
      calls.push({ method: "PATCH", path: "settings", body, key: null });
      return HttpResponse.json({ ...TRUCK, ...(body as object), version: TRUCK.version + 1 });
    }),
  );
  return { calls, refuse: (status: number, body: object) => refusals.push({ status, body }) };
}

/** As the latest stop, on a day on which the truck is free. */
function proposalAfter(places: Place[], stops: StaffStop[]): StopProposal {
  const latest = stops.at(-1);
  return {
    placeId: latest?.place._id ?? places[0]?._id ?? null,
    date: "2026-06-04",
    startTime: latest?.startTime ?? "11:00",
    endTime: latest?.endTime ?? "14:00",
    preorderMinutes: latest?.preorderMinutes ?? 1440,
    lastOrderMinutes: 15,
    slotMinutes: 10,
    slotCapacity: latest?.slotCapacity ?? null,
    walkUpShare: 0,
  };
}

/** Slots of ten minutes from a start, each with the units that are taken. */
export function someLoads(
  start: string,
  used: number[],
  overrides: Partial<SlotLoads> = {},
): SlotLoads {
  const slots = used.map((units, index): SlotLoad => {
    const at = new Date(Date.parse(start) + index * 600_000).toISOString();
    return { at, used: units, online: units, state: "free" };
  });
  return {
    stopId: "5".repeat(24),
    timezone: "America/New_York",
    slotMinutes: 10,
    slotCapacity: 12,
    onlineCapacity: 12,
    slots,
    ...overrides,
  };
}

export function aCount(overrides: Partial<Count> = {}): Count {
  return {
    menuItemId: "a".repeat(24),
    optionId: null,
    name: "Carnitas taco",
    initial: 40,
    remaining: 14,
    ...overrides,
  };
}

export function someCounts(
  counts: Count[],
  last: StopCounts["last"] = null,
  ordered: StopCounts["ordered"] = [],
): StopCounts {
  return { stopId: "5".repeat(24), counts, last, ordered };
}

/** A truck that stands at a stop, as its list and it alone are served. */
export function serveMovingTruck(
  truck: StaffTruck,
  current: Stop | null,
  next: Stop | null = null,
) {
  const moving = { ...truck, scheduleMode: "stops" as const };
  const { schedule } = aMovingTruck(current, next);
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([moving])),
    http.get("*/api/trucks/:id", () => HttpResponse.json({ ...moving, schedule })),
  );
}

/** A stop at which the counter sells, at the tax rate of its place. */
export function aCounterStop(stop: Stop, { slots }: Pick<SlotLoads, "slots">): CounterStop {
  const { taxRate } = stop.place;
  return { ...stop, taxRate, reducedTaxRate: null, pricesIncludeTax: false, slots };
}

/** What the counter sells by, until it is told otherwise. */
export function serveCounter(facts: Partial<CounterFacts> = {}) {
  const tax = { taxRate: 8.75, reducedTaxRate: null, pricesIncludeTax: false };
  const tips = { takesTips: false, tipPresets: [10, 15, 20] };
  const more = { drawer: null, readers: [], printers: [], pricesVersion: "a" };
  const device = { letter: "A" };
  let served: CounterFacts = { ...tax, stops: [], ...tips, ...more, device, ...facts };
  server.use(http.get("*/api/trucks/:id/counter", () => HttpResponse.json(served)));
  return {
    change: (next: Partial<CounterFacts>) => {
      served = { ...served, ...next };
    },
  };
}

/** How full the slots of each stop are, until it is told otherwise. */
export function serveLoads(loads: SlotLoads) {
  let served = loads;
  server.use(http.get("*/api/stops/:id/slots", () => HttpResponse.json(served)));
  return {
    change: (next: SlotLoads) => {
      served = next;
    },
  };
}

interface Refusal {
  status: number;
  body: object;
}

/** The counts of each stop; returns what is sent. `answer` makes the next state, or a refusal. */
export function serveCounts(
  counts: StopCounts,
  answer: (method: "put" | "post", body: unknown) => StopCounts | Refusal = () => counts,
) {
  let served = counts;
  server.use(http.get("*/api/stops/:id/stock", () => HttpResponse.json(served)));
  const take = (method: "put" | "post") => (body: unknown) => {
    const made = answer(method, body);
    if ("status" in made) return HttpResponse.json(made.body, { status: made.status });
    served = made;
    return HttpResponse.json(made);
  };
  const puts = recordCalls("put", "*/api/stops/:id/stock", bodyAndKeyOf, ({ body }) =>
    take("put")(body),
  );
  const posts = recordCalls("post", "*/api/stops/:id/stock/adjust", bodyAndKeyOf, ({ body }) =>
    take("post")(body),
  );
  return {
    puts,
    posts,
    /** A colleague's change. */
    change: (next: StopCounts) => {
      served = next;
    },
  };
}
