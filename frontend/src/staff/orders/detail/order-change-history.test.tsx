import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { anOrder, signInAs } from "@/test/staff/staff";

const AT = { at: "2026-11-20T02:30:00Z", by: "Rosa", minutes: null, from: null, to: null };
const CHANGES: NonNullable<StaffOrder["changes"]> = [
  {
    ...AT,
    kind: "late",
    minutes: 20,
    from: "2026-11-20T03:00:00Z",
    to: "2026-11-20T03:20:00Z",
  },
  { ...AT, kind: "moved", from: "Pier 5", to: "Market Square" },
  { ...AT, kind: "slot_changed", by: "customer", from: null },
  { ...AT, kind: "cancelled_by_customer", by: "customer" },
];

it("tells in an order's history what changed of its plan, and who changed it", async () => {
  signInAs("admin");
  const order = anOrder({ changes: CHANGES });
  server.use(
    http.get("*/api/orders/:id", () => HttpResponse.json(order)),
    http.get("*/api/orders", () => HttpResponse.json({ orders: [], total: 0, nextCursor: null })),
  );
  renderApp(`/admin/orders/${order._id}`);
  const list = within(await screen.findByRole("list", { name: "Change of plan" }));
  const told = list.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(told).toEqual([
    expect.stringMatching(/^20 minutes later7:00 PM, .+ → 7:20 PM, .+Rosa, /),
    expect.stringMatching(/^Moved to another placePier 5 → Market SquareRosa, /),
    expect.stringMatching(/^Another pickup timethe customer, /),
    expect.stringMatching(/^Cancelled by the customerthe customer, /),
  ]);
});
