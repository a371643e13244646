import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { serveCounter } from "@/test/staff/schedule-backend";
import { anOrder, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./counter-page-and-item-grid";

const FEAST = aStaffMenuItem({ name: "Feast", basePrice: 20 });
const NOW = "2026-06-02T16:00:00Z";
const TERMS = { code: "TACO10", percent: 10, amount: null, minSubtotal: 30, discount: 4 };

beforeEach(() => {
  signInAs("admin");
  serveCounter();
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([FEAST])),
    http.get("*/api/orders", () => HttpResponse.json([])),
    http.get("*/api/config", () => HttpResponse.json({ demo: false, sendsEmail: true })),
  );
});

type Sent = { body: Record<string, unknown>; key: string | null };

function takeOrders(...answers: (() => Response)[]) {
  const taken = anOrder({
    orderNumber: "142",
    source: "counter",
    tender: "card",
    customerPhone: "+12133734253",
    messages: [{ kind: "confirmed", status: "pending", at: NOW, reason: null, reasonCode: null }],
    total: 39.15,
  });
  return recordCalls(
    "post",
    "*/api/orders",
    (request) => bodyAndKeyOf(request) as Promise<Sent>,
    () => answers.shift()?.() ?? HttpResponse.json(taken, { status: 201 }),
  );
}

function answerCodes(...answers: (() => Response)[]) {
  return recordCalls(
    "post",
    "*/api/trucks/:id/counter/offer-quote",
    (request) => bodyAndKeyOf(request) as Promise<Sent>,
    () => answers.shift()?.() ?? HttpResponse.json({ ...TERMS, oncePerPhone: true }),
  );
}

const tap = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

async function typeCode(code: string) {
  renderApp("/admin/orders/new");
  const order = within(await screen.findByRole("region", { name: "This order" }));
  await tap(/^Feast/);
  await userEvent.click(order.getByText("Phone, kitchen note and offer code"));
  await userEvent.type(order.getByLabelText("Offer code (optional)"), code);
  return order;
}

const totalOf = (order: ReturnType<typeof within>) => order.getByText("Total").nextSibling;

it("takes a code off before the tax, from its minimum on, with the phone that it needs", async () => {
  const codes = answerCodes();
  const asked = takeOrders();
  const order = await typeCode("taco10{Enter}");
  expect(
    await order.findByText("TACO10 is for orders of $30.00 or more, before tax."),
  ).toBeVisible();
  expect(codes.map(({ body }) => body)).toEqual([{ code: "taco10", subtotal: 20 }]);
  await tap(/^Feast/);
  expect(order.getByText("TACO10 takes $4.00 off.")).toBeVisible();
  expect(order.getByText("Offer discount").nextSibling).toHaveTextContent("−$4.00");
  expect(totalOf(order)).toHaveTextContent("$39.15");
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(order.getByLabelText("Phone (optional)")).toBeInvalid();
  expect(asked).toEqual([]);
  await userEvent.type(order.getByLabelText("Phone (optional)"), "2133734253");
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked[0]?.body).toMatchObject({ offerCode: "TACO10", expectedTotal: 39.15 });
  expect(screen.getByText(/^The link to it goes by text to/)).toBeVisible();
});

it("takes no money while a typed code is not applied, and says why one cannot be used", async () => {
  const refused = { error: "We don't know this code.", code: "offer_unknown" };
  answerCodes(() => HttpResponse.json(refused, { status: 409 }));
  const asked = takeOrders();
  const order = await typeCode("TACO");
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(order.getByRole("alert")).toHaveTextContent("Apply the offer code, or clear its field.");
  await userEvent.click(order.getByRole("button", { name: "Apply" }));
  expect(await order.findByText("We don't know this code.")).toBeVisible();
  await userEvent.clear(order.getByLabelText("Offer code (optional)"));
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked[0]?.body).not.toHaveProperty("offerCode");
});

it("takes over new terms of a code with the server's total", async () => {
  const now = { ...TERMS, percent: 20, minSubtotal: 0, oncePerPhone: false };
  answerCodes(
    () => HttpResponse.json({ ...now, percent: 10 }),
    () => HttpResponse.json(now),
  );
  const cart = { items: [], subtotal: 20, discount: 4, tax: 1.4, tip: 0, total: 17.4 };
  const changed = { error: "Prices have changed.", code: "prices_changed", cart, problems: [] };
  const asked = takeOrders(() => HttpResponse.json(changed, { status: 409 }));
  const order = await typeCode("taco10{Enter}");
  expect(await order.findByText("TACO10 takes $2.00 off.")).toBeVisible();
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(await order.findByText("TACO10 takes $4.00 off.")).toBeVisible();
  expect(order.getByRole("alert")).toHaveTextContent("The total is now $17.40. It was $19.58.");
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked.map(({ body }) => body.expectedTotal)).toEqual([19.58, 17.4]);
  await tap("Next order");
  expect(screen.queryByText(/takes .* off/)).not.toBeInTheDocument();
});

it("says the tax of each rate after the server's total", async () => {
  const counter = serveCounter({ taxRate: 9.5, reducedTaxRate: 3.5 });
  const soup = aStaffMenuItem({ _id: "5".repeat(24), name: "Soup", basePrice: 10 });
  const menu = [FEAST, { ...soup, taxClass: "reduced" }];
  server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)));
  const cart = { items: [], subtotal: 30, discount: 0, tax: 1.98, tip: 0, total: 31.98 };
  const asked = takeOrders(() => {
    counter.change({ taxRate: 8.75, reducedTaxRate: 2.25 });
    return HttpResponse.json(
      { error: "Prices have changed.", code: "prices_changed", cart, problems: [] },
      { status: 409 },
    );
  });
  renderApp("/admin/orders/new");
  const order = within(await screen.findByRole("region", { name: "This order" }));
  await tap(/^Feast/);
  await tap(/^Soup/);
  expect(order.getByText("Tax (9.5%)").nextSibling).toHaveTextContent("$1.90");
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect((await order.findByText("Tax (8.75%)")).nextSibling).toHaveTextContent("$1.75");
  expect(order.getByText("Tax (2.25%)").nextSibling).toHaveTextContent("$0.23");
  expect(order.getByRole("alert")).toHaveTextContent("The total is now $31.98. It was $32.25.");
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked.map(({ body }) => body.expectedTotal)).toEqual([32.25, 31.98]);
});

it("emails the receipt after the order to the address that the customer says", async () => {
  takeOrders();
  const receipts = recordCalls(
    "post",
    "*/api/orders/:id/receipt",
    (request) => bodyAndKeyOf(request) as Promise<Sent>,
    () => HttpResponse.json(anOrder()),
  );
  renderApp("/admin/orders/new");
  const order = within(await screen.findByRole("region", { name: "This order" }));
  await tap(/^Feast/);
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  await userEvent.click(await screen.findByRole("button", { name: "Email receipt" }));
  const field = screen.getByLabelText("Email for the receipt");
  expect(field).toHaveFocus();
  await userEvent.type(field, "ada{Enter}");
  expect(field).toBeInvalid();
  await userEvent.type(field, "@example.com{Enter}");
  expect(await screen.findByText("The receipt goes to ada@example.com.")).toBeVisible();
  expect(receipts.map(({ body }) => body)).toEqual([{ email: "ada@example.com" }]);
});
