import "@/test/fake-device";
import { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { keepOrder } from "@/domain/offline/outbox";
import { useUnsentStore } from "@/domain/offline/unsent-orders";
import { followOffline } from "@/staff/session/send-unsent-and-follow-offline";
import { renderApp } from "@/test/render-app";
import { renderPart } from "@/test/render-part";
import { server } from "@/test/server";
import { aStaffTruck, aUser, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
import { anUnsentSale, emptyDevice } from "@/test/staff/unsent-sales";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/board/orders-page";
import "@/staff/orders/kitchen/kitchen-page";
import "@/staff/orders/counter/counter-page-and-item-grid";
import "@/staff/shell/needs-connection";
import { ConnectionBars } from "./connection-sound-and-printer-bars";

// A screen that this device has not kept.
vi.mock("@/staff/offers/offers-page", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

beforeEach(async () => {
  signInAs("admin");
  serveStaff();
  await emptyDevice();
  for (const path of ["orders", "orders/*", "trucks/:id/counter", "menu-items/*"])
    server.use(http.all(`*/api/${path}`, () => HttpResponse.error()));
  useUnsentStore.setState({ lostSince: Date.now() });
});

it("keeps its button while the server goes and comes, so that no press is lost", () => {
  useUnsentStore.setState({ orders: [{ ...anUnsentSale(1), number: "A-1" }], lostSince: null });
  const live = { state: "live", lostSince: null } as const;
  renderPart(<ConnectionBars truckId={aStaffTruck()._id} zone="UTC" live={live} />);
  const button = screen.getByRole("button", { name: "Show orders" });
  expect(screen.queryByRole("alert")).toBeNull();
  act(() => useUnsentStore.setState({ lostSince: Date.parse("2026-11-20T12:04:00Z") }));
  expect(screen.getByRole("alert")).toHaveTextContent(/^No connection since 12:04 PM/);
  expect(button).toBeVisible();
  act(() => useUnsentStore.setState({ lostSince: null }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(button).toBeVisible();
});

it.each(["/admin/orders", "/admin/orders?status=all", "/admin/kitchen", "/admin/orders/new"])(
  "says once that there is no connection, at %s",
  async (path) => {
    renderApp(path);
    const title = "This tablet does not know it without a connection";
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^No connection since/),
    ]);
  },
);

it.each(["/admin/orders", "/admin/kitchen"])(
  "shows what is on this device where it knows nothing of the server, at %s",
  async (path) => {
    await keepOrder(anUnsentSale(1), "A");
    renderApp(path);
    await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent(/A-1.*Cola/));
  },
);

it("says since when the server is lost, also on a page that was opened without it", () => {
  useUnsentStore.setState({ lostSince: Date.parse("2026-11-20T12:04:00Z") });
  const opened = Date.parse("2026-11-20T12:31:00Z");
  renderPart(<ConnectionBars truckId="t" zone="UTC" live={{ state: "lost", lostSince: opened }} />);
  expect(screen.getByRole("alert")).toHaveTextContent(/^No connection since 12:04 PM/);
});

it("does not take the server for there because nothing is to be sent just now", async () => {
  server.use(http.post("*/api/orders", () => HttpResponse.error()));
  const stop = followOffline(
    new QueryClient(),
    aUser({ role: "superadmin", truckId: null }),
    "token",
  );
  await keepOrder(anUnsentSale(1, { heldUntil: Date.now() + 60_000 }), "A");
  useUnsentStore.setState({ lostSince: Date.parse("2026-11-20T12:04:00Z") });
  useUnsentStore.getState().sendNow();
  // Nothing tells that a round has sent nothing.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(useUnsentStore.getState().lostSince).not.toBeNull();
  stop();
});

it("says of a screen that is not kept that it needs a connection", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  server.use(http.post("*/api/client-errors", () => HttpResponse.error()));
  renderApp("/admin/offers");
  expect(
    await screen.findByRole("heading", { name: "This page needs a connection" }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeEnabled();
  useUnsentStore.setState({ lostSince: null });
  expect(await screen.findByText("This page did not load")).toBeVisible();
});
