import "@/test/fake-device";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDevice } from "@/domain/offline/device-storage";
import { changeOrder, dropOrder } from "@/domain/offline/outbox";
import { useUnsentStore } from "@/domain/offline/unsent-orders";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { aCounterStop, serveCounter } from "@/test/staff/schedule-backend";
import { anOrder, aStaffMenuItem, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
import { emptyDevice } from "@/test/staff/unsent-sales";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./counter-page-and-item-grid";
import "@/staff/orders/board/orders-page";
import "@/staff/session/send-unsent-and-follow-offline";

const COLA = aStaffMenuItem({ _id: "b".repeat(24), name: "Cola", basePrice: 2 });

beforeEach(async () => {
  signInAs("admin");
  serveStaff();
  serveCounter({
    stops: [aCounterStop(aStop({ state: "open", takesOrders: true }), { slots: [] })],
    device: { letter: "A" },
  });
  server.use(
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([COLA])),
    http.get("*/api/orders", () => HttpResponse.json({ orders: [], total: 0, nextCursor: null })),
  );
  await emptyDevice();
});

afterEach(() => vi.useRealTimers());

const draftOfTablet = () => useUnsentStore.getState().orders[0]?.draftId ?? "";

/** The next orders cannot be sent until `back` is called. */
function loseServer() {
  let isBack = false;
  const sent = recordCalls(
    "post",
    "*/api/orders",
    (request) => request.json() as Promise<Record<string, unknown>>,
    ({ offlineNumber, total, payment, lines }) =>
      isBack
        ? HttpResponse.json({
            ...anOrder({ orderNumber: "142" }),
            offlineNumber,
            total,
            tender: payment,
            items: lines,
          })
        : HttpResponse.error(),
  );
  return {
    sent,
    back: () => {
      isBack = true;
      useUnsentStore.getState().sendNow();
    },
  };
}

async function takeCola() {
  const { user } = renderApp("/admin/orders/new");
  await user.click(await screen.findByRole("button", { name: /^Cola/ }));
  await user.click(screen.getByRole("button", { name: "Pay later" }));
  return user;
}

it("takes an order without the server under a number of the tablet, and sends it once", async () => {
  const { sent, back } = loseServer();
  const user = await takeCola();
  expect(await screen.findByText("A-1")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next order" }));
  expect(
    await screen.findByText(/^No connection since .* 1 order is on this tablet only\.$/),
  ).toBeVisible();
  expect(screen.getByText("Nothing yet.")).toBeVisible();
  back();
  await waitFor(() => expect(useUnsentStore.getState().orders).toEqual([]));
  const late = sent.filter((body) => "offlineNumber" in body);
  expect(late.at(-1)).toMatchObject({
    offlineNumber: "A-1",
    draftId: sent[0]?.draftId,
    payment: "unpaid",
    handedOver: false,
    format: 1,
    subtotal: 2,
    total: 2.09,
    taxes: [{ rate: 4.5, taxable: 2, tax: 0.09 }],
    lines: [{ menuItemId: COLA._id, name: "Cola", quantity: 1, unitPrice: 2, options: [] }],
  });
});

/** Takes an order that stays on this tablet, and presses *Change* at it. */
async function changeCola() {
  const user = await takeCola();
  await screen.findByText("A-1");
  await user.click(screen.getByRole("button", { name: "Next order" }));
  await user.click(await screen.findByRole("button", { name: "Show orders" }));
  await user.click(await screen.findByRole("button", { name: "Change" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("heading", { name: "Changing A-1" })).toBeVisible();
  expect(screen.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
  return user;
}

it("changes an order of this tablet, which keeps its number, and may be paid otherwise", async () => {
  const { sent, back } = loseServer();
  const user = await changeCola();
  await user.click(screen.getByRole("button", { name: /^Cola/ }));
  await user.click(screen.getByRole("button", { name: "Cash" }));
  await user.click(await screen.findByRole("button", { name: "Exact" }));
  expect(await screen.findByText("A-1")).toBeVisible();
  back();
  await waitFor(() => expect(useUnsentStore.getState().orders).toEqual([]));
  expect(sent.at(-1)).toMatchObject({
    offlineNumber: "A-1",
    draftId: sent[0]?.draftId,
    payment: "cash",
    subtotal: 4,
  });
});

it("sends an order of this tablet as it was once its change is cleared", async () => {
  const { sent, back } = loseServer();
  const user = await changeCola();
  back();
  await user.click(screen.getByRole("button", { name: /^Cola/ }));
  await user.click(screen.getByRole("button", { name: "Clear" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Clear this order?" }));
  expect(asked.getByText(/^A-1 stays as it was/)).toBeVisible();
  expect(useUnsentStore.getState().orders).toHaveLength(1);
  await user.click(asked.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(useUnsentStore.getState().orders).toEqual([]));
  expect(sent.at(-1)).toMatchObject({ offlineNumber: "A-1", subtotal: 2 });
});

it.each([
  ["voids", () => changeOrder(draftOfTablet(), () => ({ voidReason: "Wrong order" }))],
  ["discards", () => dropOrder(draftOfTablet())],
])("keeps no change of an order that another tab %s meanwhile", async (_, end) => {
  loseServer();
  const user = await changeCola();
  await end();
  const left = useUnsentStore.getState().orders;
  await user.click(screen.getByRole("button", { name: "Cash" }));
  await user.click(await screen.findByRole("button", { name: "Exact" }));
  expect(await screen.findByText(/^This order was voided or discarded meanwhile/)).toBeVisible();
  expect(useUnsentStore.getState().orders).toEqual(left);
});

it("says that codes need a connection, where one cannot be asked for", async () => {
  server.use(http.post("*/api/trucks/:id/counter/offer-quote", () => HttpResponse.error()));
  const { user } = renderApp("/admin/orders/new");
  await user.click(await screen.findByRole("button", { name: /^Cola/ }));
  await user.type(screen.getByLabelText("Offer code (optional)"), "SAVE10");
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText(/^Offer codes need a connection/)).toBeVisible();
});

it("says that it has no letter, and keeps the order on the screen", async () => {
  loseServer();
  serveCounter({
    stops: [aCounterStop(aStop({ state: "open", takesOrders: true }), { slots: [] })],
    device: { letter: null },
  });
  await takeCola();
  expect(await screen.findByText(/no letter for orders without a connection/)).toBeVisible();
  expect(screen.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
});

it("waits three seconds for an answer", async () => {
  server.use(http.post("*/api/orders", () => new Promise<never>(() => undefined)));
  await takeCola();
  expect(await screen.findByText("A-1", {}, { timeout: 4_500 })).toBeVisible();
});

it("keeps the sale on the screen where the tablet is full", async () => {
  loseServer();
  const database = await openDevice();
  vi.spyOn(database, "put").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  await takeCola();
  expect(await screen.findByText(/the storage of this tablet is full/)).toBeVisible();
  expect(screen.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
});

it("does not sell after 16 hours without the server", async () => {
  loseServer();
  const { user } = renderApp("/admin/orders/new");
  await user.click(await screen.findByRole("button", { name: /^Cola/ }));
  vi.useFakeTimers({ now: Date.now() + 17 * 3_600_000, toFake: ["Date"] });
  await user.click(screen.getByRole("button", { name: "Pay later" }));
  expect(await screen.findByText(/no connection for 16 hours/)).toBeVisible();
});

it("keeps no sale at a tax that the server has quoted without its rates, and then takes it at the tax it knows", async () => {
  const cart = { items: [], subtotal: 2, tax: 0.2, tip: 0, discount: 0, total: 2.2 };
  const changed = { error: "Prices have changed.", code: "prices_changed", cart, problems: [] };
  const { sent, back } = loseServer();
  server.use(
    http.post("*/api/orders", () => HttpResponse.json(changed, { status: 409 }), { once: true }),
  );
  const user = await takeCola();
  const order = within(await screen.findByRole("region", { name: "This order" }));
  expect(await order.findByRole("alert")).toHaveTextContent(
    "The total is now $2.20. It was $2.09.",
  );
  await user.click(screen.getByRole("button", { name: "Pay later" }));
  await waitFor(() =>
    expect(order.getByRole("alert")).toHaveTextContent(
      "The tax has changed. Please check the total before you take the money.The total is now $2.09. It was $2.20.",
    ),
  );
  expect(await (await openDevice()).count("orders")).toBe(0);
  await user.click(screen.getByRole("button", { name: "Pay later" }));
  expect(await screen.findByText("A-1")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next order" }));
  await screen.findByText(/1 order is on this tablet only/);
  back();
  await waitFor(() => expect(useUnsentStore.getState().orders).toEqual([]));
  expect(sent.at(-1)).toMatchObject({
    taxes: [{ rate: 4.5, taxable: 2, tax: 0.09 }],
    total: 2.09,
  });
});
