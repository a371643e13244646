import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/detail/order-page";

/** Two tacos for $8.70. */
const ORDER = anOrder();
const PATH = `/admin/orders/${ORDER._id}`;
const REFUND: StaffOrder["refunds"][number] = {
  _id: "r".repeat(24),
  amount: 2,
  items: null,
  reasonCode: "other",
  reason: "Cold tacos",
  by: "Rosa",
  method: "card",
  status: "pending",
  failure: null,
  cause: "staff",
  createdAt: "2026-11-20T03:00:00Z",
};

function serveOrder(answer: () => Response = () => HttpResponse.json(ORDER)) {
  server.use(http.get("*/api/orders/:id", answer));
}

function takeRefunds(answer: () => Response) {
  return recordCalls("post", "*/api/orders/:id/refunds", bodyAndKeyOf, answer);
}

async function openDrawer() {
  renderApp(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Refund" }));
  return screen.findByRole("dialog", { name: "Refund" });
}

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])));
  server.use(http.get("*/api/orders", () => HttpResponse.json([])));
  serveOrder();
});

/** The drawer, with an amount in place of items. */
async function openAmount(amount: string) {
  const drawer = within(await openDrawer());
  await userEvent.click(drawer.getByRole("button", { name: "Refund an amount instead" }));
  await userEvent.type(drawer.getByLabelText("Amount"), amount);
  return drawer;
}

const pressIn = (drawer: ReturnType<typeof within>, name: string | RegExp) =>
  userEvent.click(drawer.getByRole("button", { name }));

it("gives everything back in four presses, and the kitchen learns of each piece", async () => {
  const after = { ...ORDER, refundable: 0, refunds: [REFUND] };
  const asked = takeRefunds(() => HttpResponse.json(after, { status: 201 }));
  const drawer = within(await openDrawer());
  await pressIn(drawer, "Everything, $8.70");
  expect(drawer.getByRole("checkbox", { name: "Carnitas taco" })).toBeChecked();
  await pressIn(drawer, "Our mistake");
  await pressIn(drawer, "Refund $8.70");
  expect(await screen.findByText("$8.70 will be refunded")).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([{ everything: true, reasonCode: "mistake" }]);
  expect(asked[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

it("gives the tip back with everything, which is all the items to the kitchen, too", async () => {
  serveOrder(() => HttpResponse.json({ ...ORDER, tip: 1, total: 9.7, refundable: 9.7 }));
  const asked = takeRefunds(() => HttpResponse.json(ORDER, { status: 201 }));
  const drawer = within(await openDrawer());
  await userEvent.click(drawer.getByRole("checkbox", { name: "Carnitas taco" }));
  expect(drawer.getByText("The tip is not included; Everything returns it too.")).toBeVisible();
  expect(drawer.getByRole("button", { name: "Refund $8.70" })).toBeVisible();
  await pressIn(drawer, "Everything, $9.70");
  await pressIn(drawer, "Too late");
  await pressIn(drawer, "Refund $9.70");
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toEqual([{ everything: true, reasonCode: "late" }]),
  );
});

it("gives an amount back for a reason that is typed, once under one key", async () => {
  const after = { ...ORDER, refundable: 6.7, refunds: [REFUND] };
  const asked = takeRefunds(() => HttpResponse.json(after, { status: 201 }));
  const drawer = await openAmount("2");
  await pressIn(drawer, "Other");
  await userEvent.type(drawer.getByLabelText("What happened"), "Cold tacos");
  await userEvent.dblClick(drawer.getByRole("button", { name: "Refund $2.00" }));
  expect(await screen.findByText("Cold tacos")).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([
    { amount: 2, reasonCode: "other", reason: "Cold tacos" },
  ]);
});

it("repeats an unanswered refund under its key, even from a drawer that was closed", async () => {
  const asked = takeRefunds(() => HttpResponse.error());
  renderApp(PATH);
  for (const tries of [1, 2]) {
    await userEvent.click(await screen.findByRole("button", { name: "Refund" }));
    const drawer = within(await screen.findByRole("dialog", { name: "Refund" }));
    await pressIn(drawer, /^Everything/);
    await pressIn(drawer, "Quality");
    await pressIn(drawer, "Refund $8.70");
    await drawer.findByText(/^Failed to refund/);
    expect(asked).toHaveLength(tries);
    await pressIn(drawer, "Close");
  }
  expect(asked[1]?.key).toBe(asked[0]?.key);
});

it("gives pieces back with their tax, and into stock only when staff say so", async () => {
  const order = { ...ORDER, stopId: "d".repeat(24) };
  serveOrder(() => HttpResponse.json(order));
  const asked = takeRefunds(() => HttpResponse.json(order, { status: 201 }));
  const drawer = within(await openDrawer());
  await userEvent.click(drawer.getByRole("checkbox", { name: "Carnitas taco" }));
  await pressIn(drawer, "Decrease quantity of Carnitas taco");
  const stock = drawer.getByRole("checkbox", { name: "Put these items back in stock" });
  expect(stock).not.toBeChecked();
  await userEvent.click(stock);
  await pressIn(drawer, "Sold out");
  await pressIn(drawer, "Refund $4.35");
  await screen.findByText("$4.35 will be refunded");
  const items = [{ index: 0, quantity: 1 }];
  expect(asked[0]?.body).toEqual({ items, reasonCode: "sold_out", backInStock: true });
});

it("says why pieces that the discount paid for are worth nothing, and that the tip stays", async () => {
  const discount = { discount: 8, tax: 0, tip: 1, total: 1, offerCode: "TACO10", refundable: 1 };
  serveOrder(() => HttpResponse.json({ ...ORDER, ...discount }));
  const drawer = within(await openDrawer());
  expect(
    drawer.getByText(/at their price less their share of the discount.*tip is not included/),
  ).toBeVisible();
  await userEvent.click(drawer.getByRole("checkbox", { name: "Carnitas taco" }));
  await pressIn(drawer, "Quality");
  await pressIn(drawer, "Refund");
  expect(drawer.getByText(/Nothing was paid for these items after the discount/)).toBeVisible();
  expect(drawer.queryByText("Choose at least one item.")).toBeNull();
});

it("names no discount for a free item of an order that has none", async () => {
  const items = ORDER.items.map((item) => ({ ...item, unitPrice: 0, itemTotal: 0 }));
  serveOrder(() => HttpResponse.json({ ...ORDER, items, subtotal: 0, tax: 0, discount: 0 }));
  const drawer = within(await openDrawer());
  await userEvent.click(drawer.getByRole("checkbox", { name: "Carnitas taco" }));
  expect(drawer.queryByRole("checkbox", { name: /back in stock/ })).toBeNull();
  await pressIn(drawer, "Refund");
  expect(drawer.getByText(/^Nothing was paid for these items\. Choose more/)).toBeVisible();
});

it("asks for nothing that is more than is left or has no reason", async () => {
  const asked = takeRefunds(() => HttpResponse.json(ORDER, { status: 201 }));
  const drawer = await openAmount("8.71");
  await pressIn(drawer, "Refund $8.71");
  expect(drawer.getByText("Only $8.70 can still be refunded.")).toBeVisible();
  expect(drawer.getByText("Choose a reason for the refund.")).toBeVisible();
  await pressIn(drawer, "Quality");
  expect(drawer.queryByText("Choose a reason for the refund.")).toBeNull();
  expect(asked).toEqual([]);
});

it("says the server's reason when it refuses, and keeps what was typed", async () => {
  takeRefunds(() =>
    HttpResponse.json(
      { error: "Only $1.00 of this order can still be refunded.", code: "refund_too_large" },
      { status: 409 },
    ),
  );
  const drawer = await openAmount("5");
  await pressIn(drawer, "Quality");
  await pressIn(drawer, "Refund $5.00");
  expect(
    await screen.findByText("Failed to refund: Only $1.00 of this order can still be refunded."),
  ).toBeVisible();
  expect(drawer.getByLabelText("Amount")).toHaveValue("5");
});
