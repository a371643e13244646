import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, vi } from "vitest";
import type { Disruption, Preview } from "@/staff/schedule/disruptions/api";
import { aMovingTruck, aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, bodyOf, recordCalls, server } from "@/test/server";
import { aStopResult } from "./reports-backend";
import { aPlace, someLoads, TRUCK } from "./schedule-backend";
import { signInAs } from "./staff";

/** Open from 11 AM to 2 PM at Pier 5 on June 2. */
export const STOP = aStop({ state: "open" });
export const ELSEWHERE = aPlace({
  _id: "7".repeat(24),
  name: "Market Square",
  address: "1 Main St",
});

const TAKE_BACK_SECONDS = 10;

export function aPreview(overrides: Partial<Preview> = {}): Preview {
  return {
    kind: "late",
    orders: { newTime: 19, newPlace: 0, refunded: 4, unchanged: 0 },
    messages: 23,
    refundTotal: 71.2,
    payOuts: 0,
    payOutTotal: 0,
    checkouts: 0,
    sentence: "Spicy Burritos runs 20 minutes late.",
    sentences: { en: "Spicy Burritos runs 20 minutes late.", es: "Spicy Burritos va tarde." },
    digest: "d1",
    stop: STOP,
    ...overrides,
  };
}

export function aDisruption(overrides: Partial<Disruption> = {}): Disruption {
  return {
    _id: "d".repeat(24),
    stopId: STOP._id,
    kind: "late",
    minutes: 20,
    extendEnd: false,
    placeId: null,
    endsAt: null,
    sentence: "",
    state: "scheduled",
    startsAt: "2026-06-02T15:30:10Z",
    secondsLeft: 0,
    createdAt: "2026-06-02T15:30:00Z",
    by: "Ada",
    done: 0,
    total: 0,
    allowsNext: overrides.state === "done" || overrides.state === "withdrawn",
    failed: [],
    payOuts: [],
    ...overrides,
  };
}

export const FAILED: Disruption["failed"] = [
  {
    orderId: "1".repeat(24),
    orderNumber: "107",
    customerName: "Grace Hopper",
    phone: "+12135550147",
    problem: "text",
    reason: "The customer has opted out of texts.",
  },
  {
    orderId: "2".repeat(24),
    orderNumber: "108",
    customerName: "Noor",
    phone: null,
    problem: "text",
    reason: "There is no phone number.",
  },
];

/** Where a change of plan is taken back, it starts ten seconds later. */
const SENT_AT = { Date: new Date("2026-06-02T15:31:00Z").toUTCString() };

/** Serves a moving truck's stop with its changes of plan; each call answers with what the test says by then. */
export function serveDisruptions(
  known: Disruption[] = [],
  present: typeof STOP | null = STOP,
  next: typeof STOP | null = null,
) {
  const state = {
    disruptions: known,
    present,
    next,
    preview: () => HttpResponse.json(aPreview()) as Response,
    start: () =>
      take(aDisruption({ startsAt: "2026-06-02T15:31:10Z", secondsLeft: TAKE_BACK_SECONDS })),
    takeBack: () => take(aDisruption({ state: "withdrawn" })),
    retry: () => take({ ...(state.disruptions[0] ?? aDisruption()), state: "running", failed: [] }),
  };
  /** Answers with a change of plan, which is the newest from then on. */
  function take(changed: Disruption): Response {
    state.disruptions = [changed, ...state.disruptions.filter(({ _id }) => _id !== changed._id)];
    return HttpResponse.json(changed, { headers: SENT_AT });
  }
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/trucks/:id", () =>
      HttpResponse.json({ ...TRUCK, schedule: aMovingTruck(state.present, state.next).schedule }),
    ),
    http.get("*/api/places", () => HttpResponse.json([aPlace(), ELSEWHERE])),
    http.get("*/api/orders/counts", () => HttpResponse.json({})),
    http.get("*/api/orders", () => HttpResponse.json({ orders: [], total: 0, nextCursor: null })),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/stops/:id/slots", () => HttpResponse.json(someLoads(STOP.startsAt, []))),
    http.get("*/api/stops/:id/result", () => HttpResponse.json(aStopResult())),
    http.get("*/api/stops/:id/disruptions", () => HttpResponse.json(state.disruptions)),
    http.get("*/api/disruptions", () =>
      HttpResponse.json(
        state.disruptions.filter(
          ({ state, failed }) => ["scheduled", "running"].includes(state) || failed.length > 0,
        ),
      ),
    ),
  );
  return {
    state,
    take,
    previews: recordCalls("post", "*/api/stops/:id/disruptions/preview", bodyOf, () =>
      state.preview(),
    ),
    starts: recordCalls("post", "*/api/stops/:id/disruptions", bodyAndKeyOf, () => state.start()),
    takenBack: recordCalls(
      "delete",
      "*/api/disruptions/:id",
      () => true,
      () => state.takeBack(),
    ),
    retries: recordCalls(
      "post",
      "*/api/disruptions/:id/retry",
      () => true,
      () => state.retry(),
    ),
  };
}

/** Tuesday, 11:31 AM at the place. */
export const NOW = new Date("2026-06-02T15:31:00Z");

export function setUpPlan(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    sessionStorage.clear();
    signInAs("admin");
  });

  afterEach(() => vi.useRealTimers());
}

/** A page with the change of plan on it. */
export type App = ReturnType<typeof renderApp>;

export const planButton = () => screen.findByRole("button", { name: "Change of plan" });
export const drawer = () => within(screen.getByRole("dialog", { name: "Change of plan" }));
export const press = async (user: App["user"], name: string | RegExp) =>
  user.click(await drawer().findByRole("button", { name }));
export const heading = (name: string) => drawer().findByRole("heading", { level: 3, name });

export async function openPlan() {
  const app = renderApp("/admin/orders");
  await app.user.click(await screen.findByRole("button", { name: /^Service/ }));
  await app.user.click(await planButton());
  return app;
}

export async function openPreview() {
  const app = await openPlan();
  await press(app.user, /^We run late/);
  await press(app.user, "Show what happens");
  await heading("This will happen");
  return app;
}

export const sentences = () =>
  drawer()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
