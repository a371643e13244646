import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { anOrder, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";

const TACO = aStaffMenuItem();
const TRUCK = aStaffTruck({ timezone: "UTC" });

/** The higher the number, the younger the order. */
function order(number: number, more: Partial<StaffOrder> = {}): StaffOrder {
  const createdAt = new Date(Date.now() - (200 - number) * 60_000).toISOString();
  return anOrder({ _id: String(number).repeat(8), orderNumber: `${number}`, createdAt, ...more });
}

/** A board whose server knows these orders and tells what the test says. */
function serve(orders: StaffOrder[]) {
  const state = { menu: [TACO], truck: TRUCK };
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([state.truck])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(state.menu)),
    http.get("*/api/orders/counts", () => HttpResponse.json({ pending: orders.length })),
    http.get("*/api/orders", ({ request }) => {
      const { searchParams } = new URL(request.url);
      const status = searchParams.get("status");
      const name = searchParams.get("q") ?? "";
      const shown = orders.filter(
        (one) => (!status || one.status === status) && one.customerName.includes(name),
      );
      return HttpResponse.json({ orders: shown, total: shown.length, nextCursor: null });
    }),
  );
  return { state, ...serveStream(server, "*/api/orders/stream") };
}

async function openBoard(orders: StaffOrder[], path = "/admin/orders") {
  const live = serve(orders);
  const app = renderApp(path);
  await screen.findByRole("article", { name: `Order #${orders[0]?.orderNumber}` });
  await waitFor(() => expect(live.isHeard()).toBe(true));
  return { ...live, ...app };
}

const card = (number: number) => screen.queryByRole("article", { name: `Order #${number}` });

beforeEach(() => {
  signInAs("admin");
});
afterEach(() => vi.useRealTimers());

/** The screen's own timers and nothing of the network's. */
function stopTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date", "setTimeout", "clearTimeout"] });
}

it("shows an order that comes in as new, says so aloud, and a look ends that", async () => {
  stopTime();
  const { say, user } = await openBoard([order(101)]);
  say("order", order(102, { customerName: "Rosa Parker" }));
  expect(await screen.findByText("New order #102 from Rosa Parker")).toHaveRole("status");
  expect(within(card(102) as HTMLElement).getByText("New", { exact: true })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("New order #102!"));
  // A press that began before the order was there is no look at it.
  await act(() => vi.advanceTimersByTimeAsync(600));
  await user.keyboard("{Shift}");
  expect(screen.queryByText("New", { exact: true })).not.toBeInTheDocument();
  expect(document.title).toBe("Orders · Chuckwagon");
});

it("keeps every order in its place while the board is touched, and lets new ones wait in a bar", async () => {
  stopTime();
  const { say, user } = await openBoard([order(101), order(102)]);
  const shown = () =>
    screen.getAllByRole("article").map((ticket) => ticket.getAttribute("aria-label"));
  await user.keyboard("{Shift}");
  say("order", order(101, { status: "completed", version: 2, nextStatuses: [] }));
  say("order", order(103, { estimatedPickupTime: new Date(0).toISOString() }));
  expect(await screen.findByText("1 new order")).toBeVisible();
  expect(shown()).toEqual(["Order #101", "Order #102"]);
  expect(within(card(101) as HTMLElement).getByText("Completed")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show it" }));
  expect(shown()).toEqual(["Order #103", "Order #102"]);
  say("order", order(104, { estimatedPickupTime: new Date(1).toISOString() }));
  expect(await screen.findByText("1 new order")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  await waitFor(() => expect(shown()).toEqual(["Order #103", "Order #104", "Order #102"]));
});

it("follows on the tab of one status: what a colleague confirms leaves it, what is new comes", async () => {
  const { say } = await openBoard([order(101)], "/admin/orders?status=pending");
  say("order", order(101, { status: "confirmed", version: 2 }));
  await waitFor(() => expect(card(101)).not.toBeInTheDocument());
  say("order", order(102));
  expect(await screen.findByRole("article", { name: "Order #102" })).toBeVisible();
});

it("keeps new orders out of a search, counts them, and shows them when asked to", async () => {
  const found = order(101, { customerName: "Grace Hopper", status: "completed" });
  const { say, user } = await openBoard([found], "/admin/orders?q=Grace");
  const incoming = order(102, { customerName: "Walk In" });
  say("order", incoming);
  expect(await screen.findByText("1 new order")).toBeVisible();
  expect(card(102)).not.toBeInTheDocument();
  expect(card(101)).toBeVisible();
  serve([incoming, found]);
  await user.click(screen.getByRole("button", { name: "Show it" }));
  expect(await screen.findByRole("article", { name: "Order #102" })).toBeVisible();
  expect(screen.queryByText("1 new order")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Search number, name or phone")).toHaveValue("");
});

it("says why a refresh failed and keeps the orders, until one succeeds", async () => {
  const { user } = await openBoard([order(101)]);
  server.use(http.get("*/api/orders", () => HttpResponse.error()));
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to load orders: Unable to connect to server.",
  );
  expect(card(101)).toBeVisible();
  serve([order(101)]);
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  expect(card(101)).toBeVisible();
});

it("counts a menu item that a colleague marks sold out on another device", async () => {
  const { say, state, user } = await openBoard([order(101)]);
  await user.click(await screen.findByRole("button", { name: /^Service/ }));
  expect(screen.getByRole("button", { name: "Sold out" })).toBeVisible();
  state.menu = [{ ...TACO, isAvailable: false }];
  say("menu", { menuItemId: TACO._id });
  expect(await screen.findByRole("button", { name: "Sold out (1)" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Service 1 on" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
});

const PAUSED = aStaffTruck({
  timezone: "UTC",
  acceptingOrders: false,
  settings: { ...TRUCK.settings, pausedUntil: new Date(Date.now() + 60_000).toISOString() },
});

it("says that ordering is paused as soon as a colleague pauses it, and when that ends", async () => {
  const { say } = await openBoard([order(101)]);
  say("truck", PAUSED);
  expect(await screen.findByText(/^Ordering is paused until/)).toBeVisible();
  say("truck", TRUCK);
  await waitFor(() => expect(screen.queryByText(/^Ordering is paused/)).not.toBeInTheDocument());
});

it("asks by itself once a pause is over, should nothing tell it", async () => {
  stopTime();
  const { say } = await openBoard([order(101)]);
  // Ends before the stream would count as silent.
  const pausedUntil = new Date(Date.now() + 5_000).toISOString();
  say("truck", { ...PAUSED, settings: { ...PAUSED.settings, pausedUntil } });
  expect(await screen.findByText(/^Ordering is paused until/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  await waitFor(() => expect(screen.queryByText(/^Ordering is paused/)).not.toBeInTheDocument());
});
