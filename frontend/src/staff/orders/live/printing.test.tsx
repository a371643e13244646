import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Printer } from "@/staff/devices/api";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aKitchenOrder, serveKitchen } from "@/test/staff/kitchen";
import { serveCounter } from "@/test/staff/schedule-backend";
import { anOrder, aPrinter, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
import "@/staff/routes";

function servePrinters(...printers: Printer[]) {
  const state = { printers };
  server.use(http.get("*/api/printers", () => HttpResponse.json(state)));
  return state;
}

it("says on the kitchen's screen which printer is silent, and takes it back once it asks again", async () => {
  const silent = aPrinter({ state: "silent", lastSeenAt: "2026-11-20T20:04:00Z" });
  const state = servePrinters(silent, aPrinter({ _id: "9".repeat(24), label: "Bar" }));
  const { say, isHeard } = serveKitchen([aKitchenOrder("101", "confirmed")]);
  renderApp("/admin/kitchen");
  expect(await screen.findByText("Kitchen printer is silent since 12:04 PM.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Devices" })).toHaveAttribute("href", "/admin/devices");
  expect(screen.queryByText(/Bar printer/)).not.toBeInTheDocument();
  await waitFor(() => expect(isHeard()).toBe(true));
  state.printers = [aPrinter()];
  say("printer", { printerId: silent._id });
  await waitFor(() => expect(screen.queryByText(/Kitchen printer/)).not.toBeInTheDocument());
});

it("says on the board what a printer lacks, but not while nothing is open or of one that never asked", async () => {
  servePrinters(
    aPrinter({ state: "paper_out" }),
    aPrinter({ _id: "9".repeat(24), label: "Bar", state: "cover_open" }),
    aPrinter({ _id: "7".repeat(24), label: "Spare", state: "new", lastSeenAt: null }),
  );
  serveKitchen([]);
  let asked = 0;
  const count = { pending: 0, confirmed: 1, preparing: 0, ready: 0, completed: 0, cancelled: 0 };
  server.use(
    http.get("*/api/orders/counts", () => {
      asked += 1;
      return HttpResponse.json(asked === 1 ? { ...count, confirmed: 0 } : count);
    }),
  );
  const { user } = renderApp("/admin/orders");
  const refresh = await screen.findByRole("button", { name: "Refresh" });
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByText("Kitchen printer is out of paper.")).not.toBeInTheDocument();
  await user.click(refresh);
  expect(await screen.findByText("Kitchen printer is out of paper.")).toBeVisible();
  expect(screen.getByText("Bar printer: the cover is open.")).toBeVisible();
  expect(screen.queryByText(/Spare/)).not.toBeInTheDocument();
});

it("prints an order's ticket and receipt on the printers that print them, and says what is refused", async () => {
  signInAs("admin");
  const order = anOrder();
  servePrinters(aPrinter({ prints: ["ticket"] }), aPrinter({ _id: "9".repeat(24), label: "Bar" }));
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/orders", () => HttpResponse.json([])),
    http.get("*/api/orders/:id", () => HttpResponse.json(order)),
  );
  const tickets = recordCalls("post", "*/api/orders/:id/print", bodyAndKeyOf, () =>
    HttpResponse.json({}, { status: 201 }),
  );
  const receipts = recordCalls("post", "*/api/orders/:id/receipt", bodyAndKeyOf, () =>
    HttpResponse.json({ error: "Too much waits.", code: "printer_queue_full" }, { status: 409 }),
  );
  const { user } = renderApp(`/admin/orders/${order._id}`);
  const items = within(await screen.findByRole("region", { name: "Items" }));
  await user.click(await items.findByRole("button", { name: "Print ticket on Kitchen" }));
  expect(await items.findByText("It comes out of Kitchen in a few seconds.")).toBeVisible();
  expect(items.getByRole("button", { name: "Print ticket on Bar" })).toBeVisible();
  expect(tickets).toMatchObject([{ body: { what: "ticket", printerId: "8".repeat(24) } }]);
  await user.click(screen.getByRole("button", { name: "Print receipt on Bar" }));
  expect(await screen.findByText(/Too much waits/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Print receipt on Kitchen" })).toBeNull();
  expect(receipts).toMatchObject([{ body: { printerId: "9".repeat(24) } }]);
});

it("offers the receipt on a printer after an order at the counter", async () => {
  signInAs("admin");
  servePrinters(aPrinter());
  serveCounter();
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () =>
      HttpResponse.json([aStaffMenuItem({ name: "Feast", basePrice: 20 })]),
    ),
    http.get("*/api/orders", () => HttpResponse.json([])),
    http.post("*/api/orders", () => HttpResponse.json(anOrder({ tender: "card" }))),
  );
  const receipts = recordCalls("post", "*/api/orders/:id/receipt", bodyAndKeyOf, () =>
    HttpResponse.json(anOrder()),
  );
  const { user } = renderApp("/admin/orders/new");
  const order = within(await screen.findByRole("region", { name: "This order" }));
  await user.click(await screen.findByRole("button", { name: /^Feast/ }));
  await user.click(order.getByRole("button", { name: "Card" }));
  await user.click(await screen.findByRole("button", { name: "Print receipt on Kitchen" }));
  expect(await screen.findByText("It comes out of Kitchen in a few seconds.")).toBeVisible();
  expect(receipts).toMatchObject([{ body: { printerId: "8".repeat(24) } }]);
});
