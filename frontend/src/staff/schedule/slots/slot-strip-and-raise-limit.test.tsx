import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aStop } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { serveLoads, serveMovingTruck, someLoads } from "@/test/staff/schedule-backend";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/board/orders-page";

const STOP = aStop({ state: "open", takesOrders: true, slotCapacity: 12, walkUpShare: 20 });
const NOON = "2026-06-02T16:00:00Z";

beforeEach(() => {
  // Ten past noon at the stop.
  vi.useFakeTimers({ now: new Date("2026-06-02T16:10:30Z"), shouldAdvanceTime: true });
  signInAs("admin");
  serveStaff();
  serveMovingTruck(aStaffTruck(), STOP);
});

afterEach(() => vi.useRealTimers());

type User = ReturnType<typeof renderApp>["user"];
/** Opens the line that the slots are folded into. */
const unfold = async (user: User) =>
  user.click(await screen.findByRole("button", { name: /^Pickup slots/ }));
const strip = () => screen.findByRole("list", { name: "Pickup slots" });
const lines = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

it("says how full the running and the coming slots are, in words", async () => {
  serveLoads(someLoads(NOON, [12, 9, 12, 14, 0]));
  const { user } = renderApp("/admin/orders");
  const line = await screen.findByRole("button", { name: /^Pickup slots/ });
  expect(line).toHaveTextContent(/12:10 PM · 9 of 12 menu items$/);
  expect(line).toHaveAttribute("aria-expanded", "false");
  expect(screen.queryByRole("list", { name: "Pickup slots" })).not.toBeInTheDocument();
  await unfold(user);
  expect(lines(await strip())).toEqual([
    "12:10 PM9 of 12",
    "12:20 PM12 of 12Full",
    "12:30 PM14 of 122 over capacity",
    "12:40 PM0 of 12",
  ]);
});

it("shows at once that a slot has filled", async () => {
  const stream = serveStream(server, "*/api/orders/stream");
  const { change } = serveLoads(someLoads(NOON, [0, 9]));
  const { user } = renderApp("/admin/orders");
  await unfold(user);
  expect(lines(await strip())).toEqual(["12:10 PM9 of 12"]);
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  change(someLoads(NOON, [0, 12]));
  stream.say("slots", { stopId: STOP._id });
  await waitFor(async () => expect(lines(await strip())).toEqual(["12:10 PM12 of 12Full"]));
});

it("is not there without a limit, nor for a truck that is always open without one", async () => {
  serveLoads(someLoads(NOON, [0, 9], { slotCapacity: null, onlineCapacity: null }));
  const { unmount } = renderApp("/admin/orders");
  await screen.findByText("Counts");
  await waitFor(() =>
    expect(screen.queryByText("Loading pickup slots...")).not.toBeInTheDocument(),
  );
  expect(screen.queryByRole("list", { name: "Pickup slots" })).not.toBeInTheDocument();
  unmount();
  serveStaff();
  renderApp("/admin/orders");
  await screen.findByRole("article", { name: /^Order #101/ });
  expect(screen.queryByText("Loading pickup slots...")).not.toBeInTheDocument();
});

it("is there for a truck that is always open and has a capacity", async () => {
  const truck = aStaffTruck();
  const settings = { ...truck.settings, unitsPerTenMinutes: 12 };
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([{ ...truck, settings }])),
    http.get("*/api/trucks/:id/slot-loads", () =>
      HttpResponse.json(someLoads(NOON, [0, 9], { stopId: null })),
    ),
  );
  const { user } = renderApp("/admin/orders");
  await unfold(user);
  expect(lines(await strip())).toEqual(["12:10 PM9 of 12"]);
  expect(screen.getByRole("region", { name: "Pickup slots" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "More capacity" })).not.toBeInTheDocument();
});

it("raises the capacity during service, and only that", async () => {
  serveLoads(someLoads(NOON, [0, 9]));
  const sent = recordCalls("put", "*/api/stops/:id", bodyOf, () => HttpResponse.json(STOP));
  const { user } = renderApp("/admin/orders");
  await unfold(user);
  await user.click(await screen.findByRole("button", { name: "More capacity" }));
  const dialog = within(await screen.findByRole("dialog", { name: "More capacity" }));
  const units = dialog.getByLabelText("Menu items per slot");
  expect(units).toHaveValue("12");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter a whole number from 13 to 500")).toBeVisible();
  await user.clear(units);
  await user.type(units, "15");
  expect(await dialog.findByText(/^About 90 × Carnitas taco an hour/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Each slot takes 15 menu items now")).toBeVisible();
  expect(sent).toEqual([{ slotCapacity: 15 }]);
});

it("says why the capacity was not raised, and keeps what was typed", async () => {
  serveLoads(someLoads(NOON, [0, 9]));
  const refusal = { error: "This stop is over. Only its note can be changed", code: "invalid" };
  recordCalls("put", "*/api/stops/:id", bodyOf, () => HttpResponse.json(refusal, { status: 400 }));
  const { user } = renderApp("/admin/orders");
  await unfold(user);
  await user.click(await screen.findByRole("button", { name: "More capacity" }));
  const dialog = within(await screen.findByRole("dialog", { name: "More capacity" }));
  await user.type(dialog.getByLabelText("Menu items per slot"), "0");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(`The capacity was not saved: ${refusal.error}`)).toBeVisible();
  expect(dialog.getByLabelText("Menu items per slot")).toHaveValue("120");
});
