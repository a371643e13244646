import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Truck } from "@/domain/api/public-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { clearCart } from "@/storefront/cart/cart-store";
import { aMenuItem, aMovingTruck, aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { fillCart } from "@/test/storefront/customer-backend";
import { NO_SLOTS } from "@/test/storefront/slots";
import { ComingStops } from "./truck-stops";

/** 11 AM to 2 PM in New York. */
const STOP = aStop();
const MORNING = new Date("2026-06-02T13:30:00Z");
const NOON = new Date("2026-06-02T16:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true });
  server.use(
    http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([])),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
  );
});

afterEach(() => {
  clearCart("spicy-burritos");
  vi.useRealTimers();
});

function serve(truck: Truck) {
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json([aMenuItem()])),
  );
}

async function openTruck(truck: Truck) {
  serve(truck);
  const app = renderApp("/spicy-burritos");
  await screen.findByRole("heading", { level: 1 });
  return app;
}

const strip = () => within(screen.getByRole("region", { name: "Where and when" }));

it("says where the truck is, until when, and how to get there", async () => {
  await openTruck(aMovingTruck({ ...STOP, delayMinutes: 10, note: "Cash only today" }, null));
  expect(strip().getByRole("status")).toHaveTextContent("Open until 2:00 PM");
  for (const text of [
    "Pier 5",
    "5 River St",
    "Beside the ferry.",
    "Last orders at 1:45 PM",
    "Running 10 minutes late",
    "Cash only today",
  ])
    expect(strip().getByText(text)).toBeVisible();
  expect(strip().getByRole("link", { name: "Directions" })).toHaveAttribute(
    "href",
    expect.stringContaining("40.7,-74"),
  );
  await waitFor(() =>
    expect(strip().getByRole("link", { name: "Directions" })).toHaveAttribute(
      "href",
      `${CONFIG.mapSite}40.7,-74`,
    ),
  );
  expect(screen.getByRole("link", { name: "Add to calendar" })).toHaveAttribute(
    "href",
    expect.stringMatching(/\/api\/trucks\/spicy-burritos\/stops\.ics$/),
  );
});

it("shows no strip for a truck that does not move", async () => {
  await openTruck(aMovingTruck(null, null, { schedule: aMovingAlways() }));
  expect(screen.queryByRole("region", { name: "Where and when" })).not.toBeInTheDocument();
});

function aMovingAlways(): Truck["schedule"] {
  return { mode: "always", state: "open", current: null, next: null };
}

it("opens, takes its last order and closes by itself", async () => {
  vi.setSystemTime(new Date("2026-06-02T14:58:00Z"));
  await openTruck(aMovingTruck(null, { ...STOP, takesOrders: true }));
  const state = strip().getByRole("status");
  const untilTime = async (time: string) => {
    vi.setSystemTime(new Date(time).getTime() - 60_000);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
  };
  expect(state).toHaveTextContent("Opens 11:00 AM");
  await untilTime("2026-06-02T15:00:00Z");
  expect(state).toHaveTextContent("Open until 2:00 PM");
  await untilTime("2026-06-02T17:45:00Z");
  expect(screen.getByText(/Last orders were at 1:45 PM\./)).toBeVisible();
  expect(state).toHaveTextContent("Open until 2:00 PM");
  await untilTime("2026-06-02T18:00:00Z");
  expect(state).toHaveTextContent("Closed");
});

it("takes pre-orders, and its button says for when", async () => {
  vi.setSystemTime(MORNING);
  fillCart();
  const { user } = await openTruck(aMovingTruck(null, { ...STOP, takesOrders: true }));
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(drawer.getByRole("button", { name: "Pre-order for 11:00 AM" })).toBeEnabled();
  // 4.5 % of $4.00.
  expect(drawer.getByText("$4.18")).toBeVisible();
});

it("says that a stop is booked out, and takes pre-orders for the next one", async () => {
  vi.setSystemTime(new Date("2026-06-02T16:00:00Z"));
  const later = { ...LATER, preorderMinutes: 1_440, takesOrders: true };
  fillCart();
  const { user } = await openTruck(aMovingTruck({ ...STOP, bookedOut: true }, aStop(later)));
  expect(strip().getByText("No pickup times are left at this stop.")).toBeVisible();
  expect(strip().queryByText(/Last orders/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(drawer.getByRole("button", { name: /^Pre-order for/ })).toBeEnabled();
});

it("leaves the menu readable while nothing can be ordered, and says when it can", async () => {
  vi.setSystemTime(new Date("2026-06-02T12:00:00Z"));
  await openTruck(aMovingTruck(null, STOP));
  const reason = "It opens 11:00 AM. You can order from 9:00 AM.";
  expect(screen.getByText(`This truck is not taking orders right now. ${reason}`)).toBeVisible();
  expect(await screen.findByText("Carnitas taco")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Add/ })).not.toBeInTheDocument();
});

it("loads the list of a fold that was opened before the script came", async () => {
  const part = (
    <QueryClientProvider client={new QueryClient()}>
      <ComingStops slug="any" changesAt={null} now={NOON} ordering={null} onChoose={null} />
    </QueryClientProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(part);
  const fold = within(container).getByRole("group") as HTMLDetailsElement;
  fold.open = true;
  await new Promise((resolve) => fold.addEventListener("toggle", resolve));
  render(part, { container, hydrate: true });
  expect(
    await screen.findByText("No stops are planned in the next seven days."),
  ).toBeInTheDocument();
});

it("lists the next seven days, the cancelled stop with its sentence", async () => {
  const cancelled = aStop({
    _id: "8".repeat(24),
    startsAt: "2026-06-03T15:00:00Z",
    endsAt: "2026-06-03T18:00:00Z",
    status: "cancelled",
    note: "By the gate.",
    change: {
      kind: "cancelled",
      minutes: null,
      sentence: "The fridge broke down.",
      at: "2026-06-02T15:30:00Z",
    },
  });
  server.use(
    http.get("*/api/trucks/:slug/stops", ({ request }) =>
      new URL(request.url).searchParams.get("days") === "7"
        ? HttpResponse.json([STOP, cancelled])
        : HttpResponse.error(),
    ),
  );
  const { user } = await openTruck(aMovingTruck(STOP, null));
  await user.click(strip().getByText("The next seven days"));
  const [today, tomorrow] = await strip().findAllByRole("listitem");
  expect(today).toHaveTextContent("Tuesday, June 211:00 AM to 2:00 PMPier 5, 5 River St");
  expect(tomorrow).toHaveTextContent(
    /^Wednesday, June 3.*Cancelled“The fridge broke down\.”.*By the gate\.$/,
  );
});

it("says when the coming days cannot be loaded, and loads them again", async () => {
  server.use(http.get("*/api/trucks/:slug/stops", () => HttpResponse.error()));
  const { user } = await openTruck(aMovingTruck(STOP, null));
  await user.click(strip().getByText("The next seven days"));
  expect(await strip().findByRole("alert")).toHaveTextContent(/Unable to connect/);
  server.use(http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([])));
  await user.click(strip().getByRole("button", { name: "Try again" }));
  expect(await strip().findByText("No stops are planned in the next seven days.")).toBeVisible();
});

/** Two days later, with orders from a week before on. */
const LATER = aStop({
  _id: "8".repeat(24),
  startsAt: "2026-06-04T15:00:00Z",
  endsAt: "2026-06-04T18:00:00Z",
  preorderMinutes: 10_080,
  takesOrders: true,
  place: { name: "Market Square", address: "1 Main St", timezone: "America/New_York", taxRate: 10 },
});

function serveStops(...stops: Stop[]) {
  server.use(http.get("*/api/trucks/:slug/stops", () => HttpResponse.json(stops)));
}

it("lets customers order for any coming stop that takes orders", async () => {
  const shut = aStop({ ...LATER, _id: "7".repeat(24), preorderMinutes: 0, takesOrders: false });
  const cancelled = aStop({ ...LATER, _id: "6".repeat(24), status: "cancelled" });
  serveStops(STOP, shut, cancelled, LATER);
  fillCart();
  const { user } = await openTruck(aMovingTruck({ ...STOP, takesOrders: true }, null));
  await user.click(strip().getByText("The next seven days"));
  const [today, later, ...others] = await strip().findAllByRole("button", {
    name: /^(Order|Your order is) for this stop/,
  });
  expect(others).toEqual([]);
  expect(today).toBeDisabled();
  expect(today).toHaveTextContent(/^Your order is for this stop/);
  await user.click(later as HTMLElement);
  const said = "You are ordering for Thursday, June 4, 11:00 AM, at Market Square.";
  expect(await strip().findByText(said)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Your cart" }));
  // 10 % of $4.00.
  expect(drawer.getByText("$4.40")).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "Pre-order for Thu 11:00 AM" }));
  expect(await screen.findByRole("heading", { name: "Pick up at Market Square" })).toBeVisible();
  expect(window.location.search).toBe(`?stop=${LATER._id}`);
});

it("never orders for another stop than the chosen one", async () => {
  serveStops(STOP);
  window.history.replaceState(null, "", "/");
  serve(aMovingTruck({ ...STOP, takesOrders: true }, null));
  const { user } = renderApp(`/spicy-burritos?stop=${LATER._id}`);
  const reason = "This stop takes no orders right now.";
  expect((await screen.findAllByText(reason))[0]).toBeVisible();
  expect(screen.queryByRole("button", { name: /Add/ })).not.toBeInTheDocument();
  await user.click(strip().getByRole("button", { name: "Order for the next stop" }));
  expect(await screen.findByRole("button", { name: /Add/ })).toBeVisible();
});

const CHANGE = { minutes: null, sentence: "The generator is back.", at: "2026-06-02T15:30:00Z" };

it.each([
  ["late", { minutes: 15 }, { delayMinutes: 35 }, "Running 35 minutes late"],
  ["moved", {}, {}, "Moved to Pier 5"],
  ["ends_early", {}, { endedEarlyAt: "2026-06-02T17:00:00Z" }, "Closes early, at 1:00 PM"],
] as const)("tells a change of plan in a banner (%s)", async (kind, more, stop, title) => {
  await openTruck(aMovingTruck({ ...STOP, ...stop, change: { ...CHANGE, kind, ...more } }, null));
  const sentence = screen.getByText("“The generator is back.”");
  expect(sentence.closest("[aria-live]")).toHaveTextContent(title);
});

it("tells in a banner that today's stop is cancelled", async () => {
  const change = { ...CHANGE, kind: "cancelled" as const };
  const cancelled = { ...STOP, status: "cancelled", state: "cancelled", change };
  server.use(http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([cancelled])));
  await openTruck(aMovingTruck(null, null));
  const title = await screen.findByText("Today's stop at Pier 5 is cancelled");
  expect(title.closest("[aria-live]")).toHaveTextContent("“The generator is back.”");
});
