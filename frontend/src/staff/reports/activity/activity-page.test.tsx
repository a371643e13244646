import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { ActivityEvent } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { queryOf, recordCalls, server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { EVENT, MARISOL } from "@/test/staff/staff-backend";

function event(more: Partial<ActivityEvent> = {}): ActivityEvent {
  return { ...EVENT, ...more };
}

function serveActivity(answer: (query: URLSearchParams) => Response) {
  return recordCalls("get", "*/api/audit", queryOf, (query) => answer(new URLSearchParams(query)));
}

beforeEach(() => {
  signInAs("superadmin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/users", () => HttpResponse.json([MARISOL])),
  );
});

it("tells who did what from what to what, and all of it once opened", async () => {
  serveActivity(() => HttpResponse.json({ events: [event()], nextCursor: null }));
  renderApp("/admin/audit");
  const day = within(await screen.findByRole("region", { name: "Thursday, November 19" }));
  expect(day.getByText("Price: $4.50 → $5.25")).toBeVisible();
  expect(day.getByText("Marisol Vega · Spicy Burritos")).toBeVisible();
  expect(day.getByText("192.0.2.0/24")).not.toBeVisible();
  await userEvent.click(day.getByText("Price changed"));
  expect(day.getByText("192.0.2.0/24")).toBeVisible();
  expect(day.getByText("No. 7")).toBeVisible();
});

it("has words for what is not an item's price", async () => {
  const details = [
    { name: "available", before: true, after: false },
    { name: "until", before: null, after: "2026-11-20T20:00:00.000Z" },
  ];
  const visitor = { _id: null, name: "", role: "visitor" };
  const events = [
    event({ _id: "2", action: "menu_item.availability_changed", details }),
    event({ _id: "3", action: "session.failed", actor: visitor, details: [] }),
    event({ _id: "4", action: "customer.data_exported", details: [], number: null }),
    event({
      _id: "5",
      action: "order.status_changed",
      subjectKind: "order",
      details: [
        { name: "number", after: "101" },
        { name: "status", before: "pending", after: "confirmed" },
      ],
    }),
  ];
  serveActivity(() => HttpResponse.json({ events, nextCursor: null }));
  renderApp("/admin/audit");
  expect(await screen.findByText("Available: yes → no")).toBeVisible();
  expect(screen.getByText("nothing → Nov 20, 2026, 12:00 PM")).toBeInTheDocument();
  expect(screen.getByText("Someone not signed in · Spicy Burritos")).toBeVisible();
  expect(screen.getByText("Customer data exported")).toBeVisible();
  expect(screen.getByText("#101")).toBeVisible();
  expect(screen.getByText("Status: pending → confirmed")).toBeVisible();
  expect(screen.getByText("Pending")).toBeInTheDocument();
});

it("asks for what the address says, and keeps there what is chosen", async () => {
  const asked = serveActivity(() => HttpResponse.json({ events: [event()], nextCursor: null }));
  renderApp("/admin/audit?what=order&from=2026-11-01&to=2026-11-02");
  await screen.findByText("Price: $4.50 → $5.25");
  await userEvent.selectOptions(await screen.findByLabelText("Who"), "Marisol Vega");
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await screen.findByText("Price: $4.50 → $5.25");
  const narrowed = "action=order&from=2026-11-01&to=2026-11-02";
  expect(asked).toEqual([narrowed, `actorId=${MARISOL._id}&${narrowed}`, ""]);
});

it("refuses days that are turned round", async () => {
  const asked = serveActivity(() => HttpResponse.json({ events: [event()], nextCursor: null }));
  renderApp("/admin/audit");
  await screen.findByText("Price: $4.50 → $5.25");
  await userEvent.type(screen.getByLabelText("From"), "2026-11-05");
  await userEvent.type(screen.getByLabelText("To"), "2026-11-04");
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(screen.getByRole("alert")).toHaveTextContent("The first day must not be after");
  expect(asked).toEqual([""]);
});

it("goes on where the page ends", async () => {
  serveActivity((query) =>
    HttpResponse.json(
      query.get("cursor")
        ? { events: [event({ _id: "2", action: "truck.archived", details: [] })], nextCursor: null }
        : { events: [event()], nextCursor: "there" },
    ),
  );
  renderApp("/admin/audit");
  await userEvent.click(await screen.findByRole("button", { name: "Show more activity" }));
  expect(await screen.findByText("Truck deleted")).toBeVisible();
  expect(screen.getByText("Price changed")).toBeVisible();
});

it("says when it does not load, and when nothing was done", async () => {
  serveActivity(() => HttpResponse.json({ error: "Busy.", code: "x" }, { status: 503 }));
  renderApp("/admin/audit");
  expect(await screen.findByText("Failed to load activity")).toBeVisible();
  serveActivity(() => HttpResponse.json({ events: [], nextCursor: null }));
  await userEvent.click(screen.getByRole("button", { name: /try again/i }));
  expect(await screen.findByText("Nothing was done yet")).toBeVisible();
});

it("says when nothing like that was done", async () => {
  serveActivity(() => HttpResponse.json({ events: [], nextCursor: null }));
  renderApp("/admin/audit?what=order");
  expect(await screen.findByText("No matching activity")).toBeVisible();
});

it("is the superadmin's", async () => {
  const busy = () => HttpResponse.json({ error: "Busy." }, { status: 503 });
  server.use(
    http.get("*/api/trucks/:id/dashboard", busy),
    http.get("*/api/*", () => HttpResponse.json([])),
  );
  signInAs("admin");
  renderApp("/admin/audit");
  expect(await screen.findByRole("heading", { name: /dashboard|welcome/i })).toBeVisible();
});
