import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { Ledger, LedgerEntry } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { queryOf, recordCalls, server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";

const MONEY = {
  items: 20,
  tax: 1.75,
  tip: 0,
  discount: 0,
  total: 21.75,
  refunds: 5,
  disputed: 0,
  transfer: 16.75,
  fee: 1.67,
  net: 1.67,
};

function entry(orderNumber: string): LedgerEntry {
  return {
    ...MONEY,
    _id: orderNumber.repeat(8),
    orderNumber,
    truckId: "t",
    truckName: "Spicy Burritos",
    createdAt: "2026-11-20T02:30:00Z",
    paymentStatus: "partially_refunded",
    paymentIntentId: `pi_${orderNumber}`,
    tender: "online",
  };
}

function ledger(more: Partial<Ledger> = {}): Ledger {
  return {
    from: "2026-10-23",
    to: "2026-11-21",
    timezone: "America/Los_Angeles",
    totals: { ...MONEY, orders: 1234, total: 26_839.5 },
    byTruck: [
      { ...MONEY, orders: 1, truckId: "t", truckName: "Spicy Burritos" },
      { ...MONEY, orders: 1, truckId: "u", truckName: "Noodle Bar" },
    ],
    entries: [entry("102")],
    nextCursor: null,
    ...more,
  };
}

function serveLedger(answer: (query: URLSearchParams) => Response) {
  return recordCalls("get", "*/api/ledger", queryOf, (query) => answer(new URLSearchParams(query)));
}

beforeEach(() => {
  signInAs("superadmin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])));
});

it("shows the sums, the trucks and each order with a way to it", async () => {
  serveLedger(() => HttpResponse.json(ledger()));
  renderApp("/admin/ledger");
  expect(await screen.findByText("$26,839.50")).toBeVisible();
  expect(screen.getByText("1234")).toBeVisible();
  const trucks = within(screen.getByRole("table", { name: "Sums by food truck" }));
  expect(trucks.getByRole("rowheader", { name: "Noodle Bar" })).toBeVisible();
  const link = screen.getByRole("link", { name: "#102" });
  expect(link).toHaveAttribute("href", `/admin/orders/${"102".repeat(8)}`);
});

it("says how each order was paid", async () => {
  const entries = [entry("102"), { ...entry("103"), tender: "reader" as const }];
  serveLedger(() => HttpResponse.json(ledger({ entries })));
  renderApp("/admin/ledger");
  const orders = within(await screen.findByRole("table", { name: "Orders" }));
  expect(within(orders.getByRole("row", { name: /#102/ })).getByText("Paid online")).toBeVisible();
  expect(within(orders.getByRole("row", { name: /#103/ })).getByText("Card reader")).toBeVisible();
});

it("goes on where the page ends", async () => {
  serveLedger((query) =>
    HttpResponse.json(
      query.get("cursor") ? ledger({ entries: [entry("101")] }) : ledger({ nextCursor: "there" }),
    ),
  );
  renderApp("/admin/ledger");
  await userEvent.click(await screen.findByRole("button", { name: "Show more orders" }));
  expect(await screen.findByRole("link", { name: "#101" })).toBeVisible();
  expect(screen.getByRole("link", { name: "#102" })).toBeVisible();
});

it("asks for the days that were chosen", async () => {
  const asked = serveLedger(() => HttpResponse.json(ledger()));
  renderApp("/admin/ledger?from=2026-11-01&to=2026-11-02");
  await screen.findByText("$26,839.50");
  expect(asked).toEqual(["from=2026-11-01&to=2026-11-02"]);
  await userEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await waitFor(() => expect(asked).toHaveLength(2));
  const week = new URLSearchParams(asked[1]);
  const days = (Date.parse(week.get("to") ?? "") - Date.parse(week.get("from") ?? "")) / 86_400_000;
  expect(days).toBe(6);
});

it("says when there were no card payments, and when it does not load", async () => {
  serveLedger(() => HttpResponse.json({ error: "Busy.", code: "x" }, { status: 503 }));
  renderApp("/admin/ledger");
  expect(await screen.findByText("Failed to load ledger")).toBeVisible();
  const none = { ...ledger().totals, orders: 0 };
  serveLedger(() => HttpResponse.json(ledger({ totals: none, entries: [], byTruck: [] })));
  await userEvent.click(screen.getByRole("button", { name: /try again/i }));
  expect(await screen.findByText("No card payments in this period")).toBeVisible();
});

it("is the superadmin's", async () => {
  signInAs("admin");
  const busy = () => HttpResponse.json({ error: "Busy." }, { status: 503 });
  server.use(
    http.get("*/api/trucks/:id/dashboard", busy),
    http.get("*/api/*", () => HttpResponse.json([])),
  );
  signInAs("admin");
  renderApp("/admin/ledger");
  expect(await screen.findByRole("heading", { name: /dashboard|welcome/i })).toBeVisible();
});
