import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { serveCounter } from "@/test/staff/schedule-backend";
import { anOrder, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
import { likelySums } from "./payment-steps";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./counter-page-and-item-grid";

const COLA = aStaffMenuItem({ name: "Cola", basePrice: 2 });

beforeEach(() => {
  signInAs("admin");
  serveCounter();
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([COLA])),
    http.get("*/api/orders", () => HttpResponse.json([])),
  );
});

afterEach(() => vi.unstubAllGlobals());

function takeOrders() {
  const read = (request: Request) =>
    bodyAndKeyOf(request) as Promise<{ body: Record<string, unknown>; key: string | null }>;
  const order = anOrder({ orderNumber: "142", source: "counter", total: 2.18 });
  return recordCalls("post", "*/api/orders", read, () => HttpResponse.json(order, { status: 201 }));
}

async function openCounter() {
  renderApp("/admin/orders/new");
  return within(await screen.findByRole("region", { name: "This order" }));
}

const tap = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

/** Two presses: the tender, and the sum that was given. */
async function payInCash(order: ReturnType<typeof within>, given: string) {
  await userEvent.click(order.getByRole("button", { name: "Cash" }));
  await userEvent.click(order.getByRole("button", { name: given }));
}

it.each([
  ["Card", "card", "$2.18 paid by card"],
  ["Pay later", "unpaid", "$2.18 to pay later"],
])("takes an order by %s in one press, and says so", async (tender, payment, words) => {
  const asked = takeOrders();
  const order = await openCounter();
  await tap(/^Cola/);
  await userEvent.click(order.getByRole("button", { name: tender }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText("Change")).not.toBeInTheDocument();
  expect(asked.map(({ body }) => body.payment)).toEqual([payment]);
});

it("says the change for a round sum, and for any other while it is typed", async () => {
  const asked = takeOrders();
  const order = await openCounter();
  await tap(/^Cola/);
  await payInCash(order, "$20.00");
  expect(await screen.findByText("$17.82")).toBeVisible();
  expect(screen.getByText("Given: $20.00")).toBeVisible();
  await tap("Next order");
  await tap(/^Cola/);
  const next = within(screen.getByRole("region", { name: "This order" }));
  await userEvent.click(next.getByRole("button", { name: "Cash" }));
  await waitFor(() => expect(next.getByRole("heading", { name: "Cash received" })).toHaveFocus());
  await userEvent.type(next.getByLabelText("Another amount"), "2{Enter}");
  expect(next.getByRole("alert")).toHaveTextContent("Enter at least the total");
  await userEvent.clear(next.getByLabelText("Another amount"));
  await userEvent.type(next.getByLabelText("Another amount"), "3");
  expect(next.getByText("Change: $0.82")).toBeVisible();
  expect(asked).toHaveLength(1);
  await userEvent.click(next.getByRole("button", { name: "Take $3.00" }));
  expect(await screen.findByText("Given: $3.00")).toBeVisible();
  expect(asked).toHaveLength(2);
});

it("goes back from the cash to the order, with the focus, and nothing is sent", async () => {
  const asked = takeOrders();
  const order = await openCounter();
  await tap(/^Cola/);
  await userEvent.click(order.getByRole("button", { name: "Cash" }));
  await userEvent.click(order.getByRole("button", { name: "Back" }));
  expect(order.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
  await waitFor(() => expect(order.getByRole("button", { name: "Cash" })).toHaveFocus());
  expect(asked).toEqual([]);
});

/** The cash step of an order of one cola, and a menu that changes beneath it. */
async function askCash() {
  const stream = serveStream(server, "*/api/orders/stream");
  const asked = takeOrders();
  const order = await openCounter();
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  await tap(/^Cola/);
  await userEvent.click(order.getByRole("button", { name: "Cash" }));
  expect(order.getByRole("button", { name: "Exact" })).toBeVisible();
  const changeMenu = (...menu: StaffMenuItem[]) => {
    server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)));
    stream.say("menu", {});
  };
  return { asked, order, changeMenu };
}

it("leaves the cash for the line that has sold out meanwhile", async () => {
  const { asked, order, changeMenu } = await askCash();
  changeMenu({ ...COLA, isAvailable: false });
  expect(await order.findByText("Cola is sold out.")).toBeVisible();
  expect(order.queryByRole("button", { name: "Exact" })).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});

it("leaves the cash when another tab has taken the order", async () => {
  const { order } = await askCash();
  const key = `chuckwagon.counter-draft.${aStaffTruck()._id}`;
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
  expect(await order.findByText("Nothing yet.")).toBeVisible();
  expect(order.queryByRole("button", { name: "Exact" })).not.toBeInTheDocument();
});

it("offers only the tender that was sent until there is an answer", async () => {
  const answers = [
    HttpResponse.error,
    () => HttpResponse.json({ error: "Not now.", code: "conflict" }, { status: 409 }),
  ];
  recordCalls("post", "*/api/orders", bodyAndKeyOf, () =>
    (answers.shift() ?? HttpResponse.error)(),
  );
  const order = await openCounter();
  await tap(/^Cola/);
  const [cash, card, later] = ["Cash", "Card", "Pay later"].map((name) =>
    order.getByRole("button", { name }),
  );
  await userEvent.click(card as HTMLElement);
  expect(await order.findByText(/^Press Card again first/)).toBeVisible();
  expect(cash).toBeDisabled();
  expect(later).toBeDisabled();
  expect(later).toHaveAccessibleDescription(/may have arrived already, as paid by card/);
  await userEvent.click(order.getByRole("button", { name: "Clear" }));
  expect(await screen.findByText(/^It was sent without an answer/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(card as HTMLElement);
  expect(await order.findByText("Not now.")).toBeVisible();
  expect(order.queryByText(/^Press Card again first/)).not.toBeInTheDocument();
  expect(cash).toBeEnabled();
  expect(later).toBeEnabled();
});

it("leaves the cash when an item is added, and adds none while the order is sent", async () => {
  const { asked, order } = await askCash();
  await tap(/^Cola/);
  expect(order.getByText("Total").nextSibling).toHaveTextContent("$4.35");
  expect(order.queryByRole("button", { name: "Exact" })).not.toBeInTheDocument();
  const answer = holdTheAnswer();
  await userEvent.click(order.getByRole("button", { name: "Card" }));
  expect(screen.getByRole("region", { name: "Menu" })).toHaveAttribute("inert");
  await tap(/^Cola/);
  answer();
  expect(await order.findByText(/^Press Card again first/)).toBeVisible();
  expect(screen.getByRole("region", { name: "Menu" })).not.toHaveAttribute("inert");
  expect(order.getByText("Total").nextSibling).toHaveTextContent("$4.35");
  expect(asked).toEqual([]);
});

/** The order is sent, and fails when the answer is let through. */
function holdTheAnswer() {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(http.post("*/api/orders", () => held.then(() => HttpResponse.error())));
  return () => answer();
}

it.each([
  [218, [500, 1000, 2000, 5000]],
  [1485, [1500, 2000, 5000, 10_000]],
  [2202, [2500, 3000, 4000, 5000]],
  [2000, [2500, 3000, 4000, 5000]],
])("offers the sums that %i cents are paid with", (total, sums) => {
  expect(likelySums(total)).toEqual(sums);
});

it("is a sheet on a phone, with the focus in it, from the first item to the change", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  takeOrders();
  renderApp("/admin/orders/new");
  await userEvent.click(await screen.findByRole("button", { name: /^Cola/ }));
  expect(screen.queryByRole("region", { name: "This order" })).not.toBeInTheDocument();
  await tap("1 item Review · $2.18");
  const sheet = await screen.findByRole("dialog", { name: "This order" });
  await waitFor(() => expect(sheet).toContainElement(document.activeElement as HTMLElement));
  await payInCash(within(sheet), "$5.00");
  expect(await screen.findByText("$2.82")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Next order" })).toHaveFocus());
});

it("asks for the cash from the bar of a phone, and Review shows the order again", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  takeOrders();
  renderApp("/admin/orders/new");
  await userEvent.click(await screen.findByRole("button", { name: /^Cola/ }));
  await tap("Cash");
  const sheet = within(await screen.findByRole("dialog", { name: "This order" }));
  expect(sheet.getByRole("button", { name: "Exact" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await tap("1 item Review · $2.18");
  const review = within(await screen.findByRole("dialog", { name: "This order" }));
  expect(review.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
  await payInCash(review, "Exact");
  expect(await screen.findByText("$2.18 paid in cash")).toBeVisible();
});

it("keeps the sheet of a phone as it is while the order is sent", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const answer = holdTheAnswer();
  renderApp("/admin/orders/new");
  await userEvent.click(await screen.findByRole("button", { name: /^Cola/ }));
  await tap("1 item Review · $2.18");
  const sheet = within(await screen.findByRole("dialog", { name: "This order" }));
  await userEvent.click(sheet.getByRole("button", { name: "Card" }));
  expect(sheet.getByRole("list", { name: "Items" }).closest("[inert]")).not.toBeNull();
  // jsdom lets through what a browser keeps out: as Safari 15.4, which does not know `inert`.
  await userEvent.type(sheet.getByLabelText("Name (optional)"), "Ann");
  await userEvent.click(sheet.getByRole("button", { name: /^Increase/ }));
  answer();
  expect(await sheet.findByText(/^Press Card again first/)).toBeVisible();
  expect(sheet.getByRole("list", { name: "Items" }).closest("[inert]")).toBeNull();
  expect(sheet.getByLabelText("Name (optional)")).toHaveValue("");
  expect(sheet.getByText("Total").nextSibling).toHaveTextContent("$2.18");
});

it("says what the total was where the tax has changed since, and asks for no older one", async () => {
  const stream = serveStream(server, "*/api/orders/stream");
  const counter = serveCounter({ taxRate: 9.5 });
  const asked = takeOrders();
  const order = await openCounter();
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  await tap(/^Cola/);
  await userEvent.click(order.getByRole("button", { name: "Cash" }));
  expect(order.getByRole("button", { name: "Exact" })).toBeVisible();
  expect(order.queryByRole("alert")).not.toBeInTheDocument();
  counter.change({ taxRate: 20 });
  stream.say("truck", {});
  expect(await order.findByRole("alert")).toHaveTextContent(
    "The tax has changed. Please check the total before you take the money." +
      "The total is now $2.40. It was $2.19.",
  );
  expect(order.queryByRole("button", { name: "Exact" })).not.toBeInTheDocument();
  await payInCash(order, "Exact");
  expect(await screen.findByText("#142")).toBeVisible();
  expect(asked.map(({ body }) => body.expectedTotal)).toEqual([2.4]);
});
