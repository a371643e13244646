import "@/test/fake-device";
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { openDevice } from "@/domain/offline/device-database";
import { forgetAnswers, keepAnswers, restoreAnswers } from "@/domain/offline/known-answers";
import { keepOrder } from "@/domain/offline/outbox";
import { useUnsentStore } from "@/domain/offline/unsent-orders";
import { staffMenuKey } from "@/domain/query-keys";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aStaffTruck, aUser, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/board/orders-page";
import "@/staff/session/offline-work";
import "./unsent-drawer";

const { _id, name, slug, timezone } = aStaffTruck();
const DRAFT = "00000000-0000-4000-8000-000000000001";

function sale(refusal: { code: string; message: string } | null = null) {
  const line = { menuItemId: "b".repeat(24), name: "Cola", quantity: 1, unitPrice: 2, options: [] };
  return {
    draftId: DRAFT,
    truck: { _id, name, slug, timezone },
    takenAt: Date.now(),
    aheadMs: 0,
    sale: {
      customerName: "Grace Hopper",
      customerPhone: null,
      specialInstructions: null,
      payment: "cash" as const,
      lines: [{ ...line, specialInstructions: null }],
      subtotal: 2,
      taxes: [{ rate: 8.75, taxable: 2, tax: 0.18 }],
      pricesIncludeTax: false,
      tip: 0,
      total: 2.18,
      pricesVersion: "v1",
      stopId: null,
      slotAt: null,
    },
    lines: [],
    tip: { choice: "none", typed: "" },
    status: "confirmed" as const,
    voidReason: null,
    ticketPrinted: false,
    refusal,
    arrived: null,
    heldUntil: 0,
    asSaleOfNow: null,
  };
}

beforeEach(async () => {
  signInAs("admin");
  serveStaff();
  server.use(http.post("*/api/orders", () => HttpResponse.error()));
  const database = await openDevice();
  for (const store of ["orders", "sent", "numbers", "known"] as const) await database.clear(store);
  useUnsentStore.setState({ orders: [], lostSince: null, isPersistent: true });
});

async function openOrders() {
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: "Show orders" }));
  const card = await screen.findByRole("dialog", { name: "Orders on this tablet" });
  return { user, card: within(card) };
}

it("voids an order of this tablet with a reason", async () => {
  await keepOrder(sale(), "A");
  const { user, card } = await openOrders();
  await user.click(await card.findByRole("button", { name: "Void" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Void A-1?" }));
  await user.click(asked.getByRole("button", { name: "Void" }));
  expect(await asked.findByText("Enter a reason.")).toBeVisible();
  await user.type(asked.getByLabelText("Reason"), "Wrong order");
  await user.click(asked.getByRole("button", { name: "Void" }));
  await waitFor(() =>
    expect(useUnsentStore.getState().orders).toMatchObject([{ voidReason: "Wrong order" }]),
  );
});

it("enters what the server refused as a sale of now, or discards it with a reason", async () => {
  await keepOrder(sale({ code: "order_too_old", message: "Too old." }), "A");
  const discarded = recordCalls("post", "*/api/trucks/:id/late-orders/discard", bodyOf, () =>
    HttpResponse.json({ discarded: true }),
  );
  const { user, card } = await openOrders();
  expect(screen.getByText("1 needs you")).toBeVisible();
  expect(await card.findByText("It is older than 14 days.")).toBeVisible();
  expect(card.getByRole("button", { name: "Enter as a sale of now" })).toBeEnabled();
  await user.click(card.getByRole("button", { name: "Discard" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Discard A-1?" }));
  await user.type(asked.getByLabelText("Reason"), "Rang twice");
  await user.click(asked.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(useUnsentStore.getState().orders).toEqual([]));
  expect(discarded).toMatchObject([
    {
      draftId: DRAFT,
      offlineNumber: "A-1",
      refusal: "order_too_old",
      reason: "Rang twice",
      total: 2.18,
    },
  ]);
});

it("knows what was seen last for the same token only, and nothing after it was forgotten", async () => {
  const client = new QueryClient();
  client.setQueryData(staffMenuKey(_id), [{ name: "Cola" }]);
  const stop = keepAnswers(client, aUser(), "token");
  window.dispatchEvent(new Event("offline"));
  await waitFor(async () => expect(await (await openDevice()).count("known")).toBe(1));
  stop();
  expect(await restoreAnswers(new QueryClient(), "another")).toBeNull();
  const later = new QueryClient();
  // No answer came yet, so this device does not know when it last heard the server.
  const restored = await restoreAnswers(later, "token");
  expect(restored === null || later.getQueryData(staffMenuKey(_id)) !== undefined).toBe(true);
  await forgetAnswers();
  expect(await restoreAnswers(new QueryClient(), "token")).toBeNull();
  expect(await (await openDevice()).count("known")).toBe(0);
});
