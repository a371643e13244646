import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MenuItem } from "@/domain/api/public-types";
import { allMenusKey, truckBySlugKey } from "@/domain/query-keys";
import type { Stop } from "@/domain/schedule/current-stops";
import { clearCart, getCart } from "@/storefront/cart/cart-store";
import { forgetHold, saveHold } from "@/storefront/cart/own-hold";
import { aMenuItem, aMovingTruck, aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { fillCart } from "@/test/storefront/customer-backend";
import { NO_SLOTS } from "@/test/storefront/slots";

const SLUG = "spicy-burritos";
const TODAY = aStop({ state: "open", takesOrders: true });
const TOMORROW = aStop({
  _id: "8".repeat(24),
  startsAt: "2026-06-03T15:00:00Z",
  endsAt: "2026-06-03T18:00:00Z",
  preorderMinutes: 10_080,
  takesOrders: true,
});
const SOLD_OUT = aMenuItem({ remaining: 0, isAvailable: false });
const THREE_LEFT = aMenuItem({ remaining: 3 });

/** The taco as the server has it at the stop that it takes by default, which is today's, and at tomorrow's. */
let left: { byDefault: MenuItem; tomorrow: MenuItem | null };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-06-02T16:00:00Z"), shouldAdvanceTime: true });
  server.use(
    http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([TODAY, TOMORROW])),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
    http.get("*/api/menu-items/public/:id", ({ request }) => {
      const stopId = new URL(request.url).searchParams.get("stopId");
      if (stopId === null) return HttpResponse.json([left.byDefault]);
      if (stopId === TOMORROW._id && left.tomorrow) return HttpResponse.json([left.tomorrow]);
      return HttpResponse.json({ error: "Stop not found" }, { status: 404 });
    }),
  );
});

afterEach(() => {
  clearCart(SLUG);
  forgetHold(SLUG);
  vi.useRealTimers();
});

function serveTruck(today: Stop) {
  const truck = aMovingTruck(today, TOMORROW);
  server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)));
}

async function open(address: string, today: Stop = TODAY) {
  serveTruck(today);
  const app = renderApp(address);
  await screen.findByText("Found 1 menu item");
  await waitFor(() => expect(app.client.isFetching()).toBe(0));
  return app;
}

const card = () =>
  within(screen.getByRole("heading", { name: "Carnitas taco" }).closest("li") as HTMLElement);

it("shows what the next stop has left when that is what orders are for", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: THREE_LEFT };
  fillCart();
  await open(`/${SLUG}`, { ...TODAY, bookedOut: true });
  expect(card().getByText("Only 3 left")).toBeVisible();
  expect(card().getByRole("button", { name: /^Add to cart/ })).toBeEnabled();
  expect(getCart(SLUG).items).toHaveLength(1);
});

it("keeps in the cart what the chosen stop has, although the present one is out of it", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: THREE_LEFT };
  fillCart();
  await open(`/${SLUG}?stop=${TOMORROW._id}`);
  expect(card().getByText("Only 3 left")).toBeVisible();
  expect(getCart(SLUG).items).toHaveLength(1);
});

it("takes nothing out of the cart before it knows the chosen stop and what that has", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: THREE_LEFT };
  fillCart();
  const [stops, menu] = [aGate(), aGate()];
  server.use(
    http.get("*/api/trucks/:slug/stops", () => stops.passed),
    http.get("*/api/menu-items/public/:id", ({ request }) =>
      request.url.includes("stopId") ? menu.passed : undefined,
    ),
  );
  serveTruck(TODAY);
  const { client, user } = renderApp(`/${SLUG}?stop=${TOMORROW._id}`);
  await screen.findByText("Found 1 menu item");
  await waitFor(() => expect(client.isFetching({ queryKey: allMenusKey() })).toBe(0));
  expect(getCart(SLUG).items).toHaveLength(1);
  stops.open();
  await waitFor(() => expect(client.isFetching({ queryKey: allMenusKey() })).toBe(1));
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.queryByText("Sold out")).toBeNull();
  menu.open();
  expect(await cart.findByText("Only 3 left")).toBeVisible();
  expect(getCart(SLUG).items).toHaveLength(1);
});

/** Holds an answer back until it is opened, and then lets the ordinary handler answer. */
function aGate() {
  let open = () => {};
  const passed = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { passed, open };
}

it("says what is sold out at the chosen stop, and not at the present one", async () => {
  left = { byDefault: THREE_LEFT, tomorrow: SOLD_OUT };
  const { user } = await open(`/${SLUG}?stop=${TOMORROW._id}`);
  expect(card().getByText("Sold out")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Order for the next stop" }));
  expect(await card().findByText("Only 3 left")).toBeVisible();
});

it("shows the menu of the present stop when the chosen one is there no more", async () => {
  left = { byDefault: THREE_LEFT, tomorrow: null };
  await open(`/${SLUG}?stop=${TOMORROW._id}`);
  expect(card().getByText("Only 3 left")).toBeVisible();
});

it("counts what an open checkout of this tab holds at its own stop alone", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: SOLD_OUT };
  const hold = { slotAt: TODAY.startsAt, units: 1, pieces: { [SOLD_OUT._id]: 1 } };
  saveHold(SLUG, { ...hold, stopId: TODAY._id, until: "2026-06-02T16:10:00Z" });
  const { user } = await open(`/${SLUG}?stop=${TOMORROW._id}`);
  expect(card().getByText("Sold out")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Order for the next stop" }));
  expect(await card().findByText("Only 1 left")).toBeVisible();
});

it("shows what the next stop has left as soon as the present one ends", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: THREE_LEFT };
  vi.setSystemTime(new Date("2026-06-02T17:58:30Z"));
  await open(`/${SLUG}`, { ...TODAY, lastOrderMinutes: 0 });
  expect(card().getByText("Sold out")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect(await card().findByText("Only 3 left")).toBeVisible();
});

it("keeps the menu on the screen when the stop of which it shows the next one ends", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: THREE_LEFT };
  vi.setSystemTime(new Date("2026-06-02T17:50:00Z"));
  await open(`/${SLUG}`);
  expect(card().getByText("Only 3 left")).toBeVisible();
  const shown = screen.getByRole("heading", { name: "Carnitas taco" });
  await act(() => vi.advanceTimersByTimeAsync(900_000));
  expect(shown).toBeVisible();
});

it("keeps the menu on the screen when staff end the stop of which it is", async () => {
  left = { byDefault: SOLD_OUT, tomorrow: THREE_LEFT };
  const { client } = await open(`/${SLUG}`);
  const shown = screen.getByRole("heading", { name: "Carnitas taco" });
  const gate = aGate();
  server.use(http.get("*/api/menu-items/public/:id", () => gate.passed));
  act(() => client.setQueryData(truckBySlugKey(SLUG), aMovingTruck(null, TOMORROW)));
  await waitFor(() => expect(client.isFetching({ queryKey: allMenusKey() })).toBe(1));
  expect(shown).toBeVisible();
  left.byDefault = THREE_LEFT;
  gate.open();
  expect(await card().findByText("Only 3 left")).toBeVisible();
});

it("asks for the truck after a sleep in which a stop ended", async () => {
  left = { byDefault: THREE_LEFT, tomorrow: THREE_LEFT };
  await open(`/${SLUG}`);
  const asked = recordTruckCalls();
  vi.setSystemTime(new Date("2026-06-02T18:30:00Z"));
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(asked.length).toBeGreaterThan(0);
});

it("asks for the truck when a stop ends, of which it knows only the next one", async () => {
  left = { byDefault: THREE_LEFT, tomorrow: THREE_LEFT };
  vi.setSystemTime(new Date("2026-06-02T17:58:30Z"));
  await open(`/${SLUG}`);
  const asked = recordTruckCalls();
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  await waitFor(() => expect(asked).toHaveLength(1));
});

/** The questions for the truck from now on, which stands at no stop any more. */
function recordTruckCalls() {
  const answer = () => HttpResponse.json(aMovingTruck(null, TOMORROW));
  return recordCalls("get", "*/api/trucks/by-slug/:slug", () => null, answer);
}
