import "@/test/fake-device";
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@/domain/api/client";
import { openDevice } from "@/domain/offline/device-storage";
import {
  forgetAnswers,
  keepAnswers,
  restoreAnswers,
} from "@/domain/offline/known-answers-and-time-alone";
import { keepOrder } from "@/domain/offline/outbox";
import { type UnsentOrder, useUnsentStore } from "@/domain/offline/unsent-orders";
import { staffMenuKey } from "@/domain/query-keys";
import { followOffline } from "@/staff/session/send-unsent-and-follow-offline";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck, aUser, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
import { anUnsentSale, emptyDevice, keepAsNewer } from "@/test/staff/unsent-sales";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/board/orders-page";
import "./unsent-drawer-and-order-page";
import "@/staff/devices/devices-page-and-unprinted-jobs";
import "@/staff/orders/print/order-print-page";

const { _id } = aStaffTruck();
const { draftId: DRAFT } = anUnsentSale(1);

const sale = (refusal: UnsentOrder["refusal"] = null) => anUnsentSale(1, { refusal });

beforeEach(async () => {
  signInAs("admin");
  serveStaff();
  server.use(http.post("*/api/orders", () => HttpResponse.error()));
  await emptyDevice();
});

/** Paper is measured; jsdom cannot. */
const aResizeObserver = () =>
  class {
    observe() {}
    disconnect() {}
  };

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

it("shows what the server has where it is another order than the one that is discarded", async () => {
  await keepOrder(sale({ code: "order_too_old", message: "Too old." }), "A");
  const order = { ...anOrder({ orderNumber: "101", status: "confirmed" }) };
  server.use(
    http.post("*/api/trucks/:id/late-orders/discard", () =>
      HttpResponse.json({ error: "No.", code: "order_arrived", order }, { status: 409 }),
    ),
  );
  const { user, card } = await openOrders();
  await user.click(await card.findByRole("button", { name: "Discard" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Discard A-1?" }));
  await user.type(asked.getByLabelText("Reason"), "Rang twice");
  await user.click(asked.getByRole("button", { name: "Discard" }));
  expect(await card.findByText(/^It had arrived already, as #101/)).toBeVisible();
});

it("enters a sale of now from the screen", async () => {
  await keepOrder(sale({ code: "order_too_old", message: "Too old." }), "A");
  const sent = recordCalls("post", "*/api/orders", bodyOf, () => HttpResponse.error());
  const { user, card } = await openOrders();
  await user.click(await card.findByRole("button", { name: "Enter as a sale of now" }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ draftId: DRAFT, asSaleOfNow: { reason: "order_too_old" } }]),
  );
});

it("takes the server as lost once a request failed, until one is answered", async () => {
  server.use(http.get("*/api/orders/counts", () => HttpResponse.error(), { once: true }));
  const stop = followOffline(new QueryClient(), aUser({ truckId: null }), "token");
  const ask = () => api.GET("/api/orders/counts", { params: { query: { truckId: _id } } });
  await expect(ask()).rejects.toThrow();
  expect(useUnsentStore.getState().lostSince).not.toBeNull();
  await ask();
  expect(useUnsentStore.getState().lostSince).toBeNull();
  stop();
});

it("forgets no tablet while an order is unsent", async () => {
  await keepOrder(sale(), "A");
  server.use(http.get("*/api/devices", () => HttpResponse.json({ devices: [] })));
  const { user } = renderApp("/admin/devices");
  await user.click(await screen.findByRole("button", { name: "Forget this tablet" }));
  expect(await screen.findByText(/^1 order on this tablet is not sent yet/)).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

it("prints the ticket of an order of this tablet, and hears that it came out", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  vi.stubGlobal("ResizeObserver", aResizeObserver());
  await keepOrder(sale(), "A");
  const { user, card } = await openOrders();
  await user.click(card.getByRole("link", { name: "Print ticket" }));
  const ticket = await screen.findByRole("article", { name: "Kitchen ticket" });
  expect(ticket).toHaveTextContent(/^A-1.*Cola/);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  await user.click(screen.getByRole("button", { name: "It came out" }));
  expect(await screen.findByText(/^Its ticket came out here/)).toBeVisible();
  expect(useUnsentStore.getState().orders).toMatchObject([{ ticketPrinted: true }]);
  await user.click(screen.getByRole("radio", { name: "Receipt" }));
  const receipt = screen.getByRole("article", { name: "Receipt" });
  expect(receipt).toHaveTextContent(/A-1.*PaidCash/);
  expect(receipt).not.toHaveTextContent("See your order");
  vi.unstubAllGlobals();
});

it("shows an order that this version cannot read, and discards it with a reason", async () => {
  await keepOrder(sale(), "A");
  await keepAsNewer();
  const discarded = recordCalls("post", "*/api/trucks/:id/late-orders/discard", bodyOf, () =>
    HttpResponse.json({ discarded: true }),
  );
  const { user, card } = await openOrders();
  expect(screen.getByText("1 order on this tablet cannot be read")).toBeVisible();
  const one = within(card.getByRole("article", { name: "Cannot be read by this version" }));
  expect(one.getByText(/^A newer version of Chuckwagon has kept it/)).toBeVisible();
  expect(one.getByRole("time")).toHaveTextContent(/\d:\d\d/);
  expect(one.getByRole("button", { name: "Reload the page" })).toBeEnabled();
  await user.click(one.getByRole("button", { name: "Discard" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Discard this order?" }));
  await user.type(asked.getByLabelText("Reason"), "Lost key");
  await user.click(asked.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(useUnsentStore.getState().unreadable).toEqual([]));
  expect(await (await openDevice()).count("orders")).toBe(0);
  expect(discarded).toMatchObject([{ draftId: DRAFT, refusal: "unreadable", reason: "Lost key" }]);
});

it("names no time of an order whose time is not known, and does not ask to reload for a lost key", async () => {
  await keepOrder(sale(), "A");
  const database = await openDevice();
  const [row] = await database.getAll("orders");
  if (row) await database.put("orders", { ...row, takenAt: Number.NaN });
  await database.clear("keys");
  const { card } = await openOrders();
  const one = within(card.getByRole("article", { name: "Cannot be read by this version" }));
  expect(one.getByText(/key is gone/)).toBeVisible();
  expect(one.queryByRole("time")).not.toBeInTheDocument();
  expect(one.queryByRole("button", { name: "Reload the page" })).not.toBeInTheDocument();
});

it("says that what was discarded before can only be discarded here, too", async () => {
  await keepOrder(sale({ code: "order_discarded", message: "Discarded." }), "A");
  const { card } = await openOrders();
  expect(card.getByText(/^Discard it here, too/)).toBeVisible();
  const [header] = card.getAllByRole("button", { name: /Discard|Enter|Change/ });
  expect(header).toHaveTextContent("Discard");
  expect(card.queryByRole("button", { name: /Enter|Change|Send now/ })).not.toBeInTheDocument();
});

it("says what to change first where the server would refuse a sale of now, too", async () => {
  await keepOrder(sale({ code: "order_items_unknown", message: "Unknown." }), "A");
  const { user, card } = await openOrders();
  expect(await card.findByText("An item of it is not on this truck's menu.")).toBeVisible();
  expect(card.getByRole("button", { name: "Discard" })).toBeEnabled();
  expect(card.getByRole("button", { name: "Enter as a sale of now" })).toBeEnabled();
  expect(card.getByText(/^Change it first: take another item/)).toBeVisible();
  await user.click(card.getByRole("button", { name: "Change" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/orders/new");
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
