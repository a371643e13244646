import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { StaffMenuItem, StaffOrder } from "@/domain/api/staff-types";
import { aGroup, aStop } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aTruckDashboard, someNeeds } from "@/test/staff/dashboards";
import { aCounterStop, serveCounter, someLoads } from "@/test/staff/schedule-backend";
import { anOrder, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";

const SALSA = aGroup("Salsa", [1, 1], "Verde", "Rojo:0.5");
const TACO = aStaffMenuItem({ _id: "a".repeat(24), name: "Taco", optionGroups: [SALSA] });
const COLA = aStaffMenuItem({ _id: "b".repeat(24), name: "Cola", basePrice: 2, section: "Drinks" });
const FLAN = aStaffMenuItem({ _id: "c".repeat(24), name: "Flan", isAvailable: false });

const COLA_AS_IT_IS = { selectedOptions: [], optionChoices: [], specialInstructions: "" };
const OTHER = aStaffTruck({ _id: "0".repeat(24), name: "Other" });
const DRAFT = `chuckwagon.counter-draft.${aStaffTruck()._id}`;
const AGES_AGO = Date.now() - 4 * 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const NOON = "2026-06-02T16:00:00Z";

function serveMenu(...menu: StaffMenuItem[]) {
  server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)));
}

let pending: StaffOrder[] = [];

function takeOrders(...answers: (() => Response)[]) {
  const read = (request: Request) =>
    bodyAndKeyOf(request) as Promise<{ body: Record<string, unknown>; key: string | null }>;
  const last = answers.at(-1) ?? HttpResponse.error;
  return recordCalls("post", "*/api/orders", read, () => (answers.shift() ?? last)());
}

const taken = () =>
  HttpResponse.json(
    anOrder({ orderNumber: "142", source: "counter", customerName: "Walk-up", total: 2.18 }),
    { status: 201 },
  );

async function openCounter() {
  renderApp("/admin/orders/new");
  return within(await screen.findByRole("region", { name: "This order" }));
}

/** Two presses: the tender, and the sum that was given. */
async function payInCash(order: ReturnType<typeof within>, given = "Exact") {
  await userEvent.click(order.getByRole("button", { name: "Cash" }));
  await userEvent.click(order.getByRole("button", { name: given }));
}

/** What the order comes to, as it stands beside its buttons. */
const totalOf = (order: ReturnType<typeof within>) => order.getByText("Total").nextSibling;

const tap = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])));
  serveCounter();
  serveMenu(TACO, COLA, FLAN);
  pending = [];
  server.use(http.get("*/api/orders", () => HttpResponse.json(pending)));
});

/** The options of the taco, and a menu that changes beneath them. */
async function chooseTaco() {
  const stream = serveStream(server, "*/api/orders/stream");
  const order = await openCounter();
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  await tap(/^Taco\s*\$/);
  const dialog = within(await screen.findByRole("dialog", { name: "Taco" }));
  await userEvent.click(dialog.getByRole("radio", { name: /Verde/ }));
  const changeMenu = (...menu: StaffMenuItem[]) => {
    serveMenu(...menu);
    stream.say("menu", {});
  };
  return { order, dialog, changeMenu };
}

it("sells at the price that changed while options were being chosen", async () => {
  const { order, dialog, changeMenu } = await chooseTaco();
  changeMenu({ ...TACO, basePrice: 9 }, COLA);
  await userEvent.click(await dialog.findByRole("button", { name: "Add to order · $9.00" }));
  expect(await order.findByRole("list", { name: "Items" })).toHaveTextContent("Taco$9.00Verde");
});

it.each([
  ["has sold out", [{ ...TACO, isAvailable: false }, COLA]],
  ["has left the menu", [COLA]],
])("sells nothing that %s while options were being chosen", async (_, menu) => {
  const { dialog, changeMenu } = await chooseTaco();
  changeMenu(...menu);
  expect(await dialog.findByText("Taco is sold out.")).toBeVisible();
  expect(dialog.getByRole("button", { name: /Add to order/ })).toBeDisabled();
});

it("rings and says so when an order comes in meanwhile, but not for one of the window", async () => {
  const stream = serveStream(server, "*/api/orders/stream");
  await openCounter();
  await tap(/^Cola/);
  const own = anOrder({ _id: "1".repeat(24), orderNumber: "150", source: "counter" });
  const online = anOrder({ _id: "2".repeat(24), orderNumber: "151", source: "online" });
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  stream.say("order", own);
  stream.say("order", online);
  expect(await screen.findByText(/^New order #151 from /)).toBeVisible();
  await waitFor(() => expect(document.title).toBe("New order #151!"));
});

it("takes a walk-up in three taps, says how it was paid, and the next order has the focus", async () => {
  const asked = takeOrders(taken);
  const order = await openCounter();
  await tap(/^Cola/);
  await payInCash(order);
  expect(await screen.findByText("#142")).toBeVisible();
  expect(screen.getByText("$2.18 paid in cash")).toBeVisible();
  expect(screen.getByText("Paid exactly, no change.")).toBeVisible();
  expect(asked[0]?.body).toMatchObject({
    customerName: "Walk-up",
    customerPhone: null,
    payment: "cash",
    expectedTotal: 2.18,
    items: [{ menuItemId: COLA._id, quantity: 1, optionIds: [] }],
  });
  await waitFor(() => expect(screen.getByRole("button", { name: "Next order" })).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Nothing yet.")).toBeVisible();
});

it("shows one section of the menu, and finds what is typed in all of them", async () => {
  await openCounter();
  const menu = within(screen.getByRole("region", { name: "Menu" }));
  await userEvent.click(menu.getByRole("button", { name: "Drinks" }));
  expect(menu.getByRole("button", { name: /^Cola/ })).toBeVisible();
  expect(menu.queryByRole("button", { name: /^Taco\s*\$/ })).not.toBeInTheDocument();
  await userEvent.type(menu.getByRole("searchbox"), "taco");
  expect(menu.getByRole("button", { name: /^Taco\s*\$/ })).toBeVisible();
  await userEvent.clear(menu.getByRole("searchbox"));
  await userEvent.click(menu.getByRole("button", { name: "All" }));
  expect(menu.getByRole("button", { name: /^Taco\s*\$/ })).toBeVisible();
});

it("asks for the choices that a menu item needs, by keyboard as well", async () => {
  const order = await openCounter();
  await userEvent.type(screen.getByRole("searchbox"), "tac{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Taco" }));
  await userEvent.click(dialog.getByRole("button", { name: /Add to order/ }));
  expect(dialog.getByRole("alert")).toHaveTextContent("Choose one.");
  await userEvent.click(dialog.getByRole("radio", { name: /Rojo/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Add to order · $4.50" }));
  const lines = await order.findByRole("list", { name: "Items" });
  expect(lines).toHaveTextContent("Taco$4.50Rojo");
  expect(order.getByText("Total").nextSibling).toHaveTextContent("$4.89");
  expect(screen.getByRole("searchbox")).toHaveValue("");
});

it("sells nothing that is sold out", async () => {
  await openCounter();
  expect(screen.getByRole("button", { name: /^Flan/ })).toBeDisabled();
});

it("shows what the server refuses at its line, and sends the order again once it is mended", async () => {
  const refused = () =>
    HttpResponse.json(
      {
        error: "Something in this order is not available.",
        code: "cart_invalid",
        problems: [{ line: 1, code: "item_sold_out", message: "Soup is sold out." }],
      },
      { status: 409 },
    );
  const asked = takeOrders(refused, taken);
  const soup = aStaffMenuItem({ _id: "d".repeat(24), name: "Soup", basePrice: 3 });
  serveMenu(COLA, soup);
  const order = await openCounter();
  await tap(/^Cola/);
  await tap(/^Soup/);
  await payInCash(order);
  const [cola, refusedLine] = within(order.getByRole("list", { name: "Items" })).getAllByRole(
    "listitem",
  );
  expect(await within(refusedLine as HTMLElement).findByText("Soup is sold out.")).toBeVisible();
  expect(cola).not.toHaveTextContent("sold out");
  await userEvent.click(order.getByRole("button", { name: "Remove Soup" }));
  expect(totalOf(order)).toHaveTextContent("$2.18");
  await payInCash(order);
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked[1]?.body.draftId).toBe(asked[0]?.body.draftId);
});

it("takes over the server's prices, and tells them before the money is taken", async () => {
  const cart = {
    items: [{ basePrice: 2.5, customization: COLA_AS_IT_IS }],
    subtotal: 2.5,
    tax: 0.25,
    tip: 0,
    total: 2.75,
  };
  const refused = () =>
    HttpResponse.json(
      {
        error: "Prices have changed.",
        code: "prices_changed",
        total: 2.75,
        cart,
        problems: [{ line: 0, code: "price_changed", message: "Cola now comes to $2.50." }],
      },
      { status: 409 },
    );
  const asked = takeOrders(refused, taken);
  const order = await openCounter();
  await tap(/^Cola/);
  await payInCash(order);
  expect(await order.findByText("Now $2.50 each, was $2.00.")).toBeVisible();
  expect(order.getByRole("alert")).toHaveTextContent(
    "Prices have changed.The total is now $2.75. It was $2.18.",
  );
  expect(totalOf(order)).toHaveTextContent("$2.75");
  await payInCash(order);
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked.map(({ body }) => body.expectedTotal)).toEqual([2.18, 2.75]);
  expect(asked[1]?.body.items).toMatchObject([{ unitPrice: 2.5 }]);
});

it("prices by the place of the stop, and tells the new total when that has changed", async () => {
  const stop = aCounterStop(aStop({ state: "open", version: 3 }), someLoads(NOON, []));
  const now = { ...stop, taxRate: 10, version: 4 };
  const counter = serveCounter({ stops: [stop] });
  const refused = () => {
    counter.change({ stops: [now] });
    return HttpResponse.json({ error: "…", code: "stop_changed", stop: now }, { status: 409 });
  };
  const asked = takeOrders(refused, taken);
  const order = await openCounter();
  await tap(/^Cola/);
  expect(totalOf(order)).toHaveTextContent("$2.09");
  await payInCash(order);
  expect(await order.findByRole("alert")).toHaveTextContent(
    "The tax has changed. Please check the total before you take the money." +
      "The total is now $2.20. It was $2.09.",
  );
  expect(totalOf(order)).toHaveTextContent("$2.20");
  await payInCash(order);
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked.map(({ body }) => [body.stopId, body.stopVersion, body.expectedTotal])).toEqual([
    [stop._id, 3, 2.09],
    [stop._id, 4, 2.2],
  ]);
});

it("lets staff choose between the stop that is over and the coming one", async () => {
  const over = aStop({ state: "ended", endsAt: "2026-06-02T15:30:00Z" });
  const coming = aStop({
    _id: "7".repeat(24),
    startsAt: "2099-06-04T15:00:00Z",
    place: { ...over.place, name: "Depot", taxRate: 10 },
  });
  serveCounter({
    stops: [
      aCounterStop(over, someLoads(NOON, [])),
      aCounterStop(coming, someLoads("2099-06-04T15:00:00Z", [3, 0])),
    ],
  });
  const asked = takeOrders(taken);
  const order = await openCounter();
  await tap(/^Cola/);
  expect(order.queryByLabelText("Pickup slot")).not.toBeInTheDocument();
  expect(order.getByLabelText("Stop")).toHaveDisplayValue("Pier 5, ended at 11:30 AM");
  expect(order.getByLabelText("Stop")).toHaveAccessibleDescription("Pier 5, ended at 11:30 AM");
  await userEvent.selectOptions(order.getByLabelText("Stop"), coming._id);
  expect(order.getByLabelText("Pickup slot")).toHaveDisplayValue("11:00 AM · 3 menu items");
  await userEvent.selectOptions(order.getByLabelText("Pickup slot"), "11:10 AM · 0 menu items");
  expect(totalOf(order)).toHaveTextContent("$2.20");
  await payInCash(order);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({
    stopId: coming._id,
    slotAt: "2099-06-04T15:10:00.000Z",
    expectedTotal: 2.2,
  });
});

it("repeats an unanswered order under its key, also after a reload", async () => {
  const asked = takeOrders(HttpResponse.error, taken);
  const order = await openCounter();
  await tap(/^Cola/);
  await payInCash(order);
  expect(await order.findByText(/is not taken twice/)).toBeVisible();
  cleanup();
  const again = await openCounter();
  await payInCash(again);
  expect(await screen.findByText("#142")).toBeVisible();
  const [first, second] = asked.map(({ body: { sentAt: _, ...body } }) => body);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ draftId: asked[0]?.key, deviceId: expect.stringMatching(UUID) });
  expect(first?.draftId).toMatch(UUID);
  expect(Object.keys(localStorage)).not.toContain(DRAFT);
});

it("says so when an order that was changed after a lost answer had arrived before", async () => {
  const asked = takeOrders(HttpResponse.error, taken);
  const order = await openCounter();
  await tap(/^Cola/);
  await payInCash(order, "$5.00");
  expect(await order.findByText(/is not taken twice/)).toBeVisible();
  await tap(/^Cola/);
  expect(totalOf(order)).toHaveTextContent("$4.35");
  await payInCash(order, "$5.00");
  expect(await screen.findByText("#142")).toBeVisible();
  expect(screen.getByText("$2.18 paid in cash")).toBeVisible();
  expect(screen.getByText(/^It had already arrived before your last change/)).toBeVisible();
  expect(screen.queryByText("Change")).not.toBeInTheDocument();
  expect(asked[1]?.body.draftId).toBe(asked[0]?.body.draftId);
  await tap("Next order");
  await tap(/^Cola/);
  expect(JSON.parse(localStorage.getItem(DRAFT) ?? "").draftId).not.toBe(asked[0]?.body.draftId);
});

it("keeps what was typed for the truck, says so on its board, and clears it when told to", async () => {
  const typed = await openCounter();
  await tap(/^Cola/);
  await userEvent.type(typed.getByLabelText(/^Name/), "Bo");
  cleanup();
  serveStaff();
  serveMenu(COLA);
  signInAs("superadmin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck(), OTHER])));
  renderApp(`/admin/orders?truck=${OTHER._id}`);
  expect(await screen.findByRole("link", { name: "New order" })).toBeVisible();
  cleanup();
  renderApp(`/admin/orders?truck=${aStaffTruck()._id}`);
  await userEvent.click(await screen.findByRole("link", { name: "New order · 1 unfinished" }));
  const kept = within(await screen.findByRole("region", { name: "This order" }));
  expect(kept.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
  expect(kept.getByLabelText(/^Name/)).toHaveValue("Bo");
  await userEvent.click(kept.getByRole("button", { name: "Clear" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Clear this order?" }));
  await userEvent.click(question.getByRole("button", { name: "Clear" }));
  expect(await kept.findByText("Nothing yet.")).toBeVisible();
  expect(Object.keys(localStorage)).not.toContain(DRAFT);
  await waitFor(() => expect(screen.getByRole("region", { name: "This order" })).toHaveFocus());
});

it.each([
  ["is four hours old", (text: string) => text.replace(/"savedAt":\d+/, `"savedAt":${AGES_AGO}`)],
  ["has another shape", (text: string) => text.replace('"quantity":1', '"quantity":"one"')],
])("forgets what was typed when it %s", async (_what, spoil) => {
  await openCounter();
  await tap(/^Cola/);
  const stored = spoil(localStorage.getItem(DRAFT) ?? "");
  cleanup();
  localStorage.setItem(DRAFT, stored);
  await openCounter();
  expect(screen.getByText("Nothing yet.")).toBeVisible();
  await waitFor(() => expect(Object.keys(localStorage)).not.toContain(DRAFT));
});

it("keeps the way to all other screens behind a button, which says how much waits", async () => {
  const needs = aTruckDashboard(someNeeds({ lateOrders: 2, failedTexts: 1 }));
  server.use(http.get("*/api/trucks/:id/dashboard", () => HttpResponse.json(needs)));
  await openCounter();
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  await userEvent.click(
    await screen.findByRole("button", { name: "Navigation 2 things need you" }),
  );
  const places = within(await screen.findByRole("dialog", { name: "Admin" }));
  expect(places.getByRole("link", { name: "Schedule" })).toBeVisible();
  expect(places.getByRole("button", { name: /^Sign out/i })).toBeVisible();
});

it("takes a tip, of a truck that takes them, into the total that is told", async () => {
  serveCounter({ takesTips: true });
  const asked = takeOrders(taken);
  const order = await openCounter();
  expect(order.queryByRole("group", { name: "Tip" })).not.toBeInTheDocument();
  await tap(/^Cola/);
  await userEvent.click(order.getByRole("radio", { name: "Other" }));
  const amount = order.getByLabelText("Tip amount");
  await userEvent.type(amount, "9");
  expect(totalOf(order)).toHaveTextContent("$2.18");
  await userEvent.click(order.getByRole("button", { name: "Cash" }));
  expect(amount).toBeInvalid();
  expect(asked).toEqual([]);
  await userEvent.click(order.getByRole("radio", { name: /^15%/ }));
  expect(totalOf(order)).toHaveTextContent("$2.48");
  await payInCash(order);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ tip: 0.3, expectedTotal: 2.48 });
  await userEvent.click(await screen.findByRole("button", { name: "Next order" }));
  await tap(/^Cola/);
  expect(screen.getByRole("radio", { name: /^15%/ })).not.toBeChecked();
});
