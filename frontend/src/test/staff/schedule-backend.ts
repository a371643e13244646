import { HttpResponse, http } from "msw";
import type { ListedSeries, Place, StaffStop } from "@/staff/schedule/api";
import { aStop } from "@/test/fixtures";
import { server } from "@/test/server";
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
