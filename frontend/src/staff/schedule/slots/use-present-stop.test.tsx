import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { serveDisruptions } from "@/test/staff/disruptions-backend";
import { signInAs } from "@/test/staff/staff";
import "@/test/staff/staff-pages";

/** Tuesday, 10:30 AM at the place, half an hour before the stop of `aStop`, which takes pre-orders. */
const NOW = new Date("2026-06-02T14:30:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

it.each([
  ["takes orders", { takesOrders: true }],
  ["is booked out", { bookedOut: true }],
  ["ends so early that it takes no more orders", { endedEarlyAt: "2026-06-02T14:40:00Z" }],
])("staff can change the plan of a coming stop that %s", async (_state, stop) => {
  serveDisruptions([], null, aStop(stop));
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: /^Service/ }));
  expect(await screen.findByRole("button", { name: "Change of plan" })).toBeVisible();
});

it("staff of a truck whose next stop takes no orders yet see no plan to change", async () => {
  serveDisruptions([], null, aStop({ preorderMinutes: 20 }));
  const { user } = renderApp("/admin/orders");
  expect(await screen.findByText("No orders yet")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: /^Service/ }));
  expect(screen.queryByRole("button", { name: "Change of plan" })).not.toBeInTheDocument();
});
