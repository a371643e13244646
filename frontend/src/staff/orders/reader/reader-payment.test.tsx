import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aCounterPayment, aReader, servePayments } from "@/test/staff/readers-backend";
import { serveCounter } from "@/test/staff/schedule-backend";
import { anOrder, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/board/orders-page";
import "@/staff/orders/counter/counter-page-and-item-grid";

const COLA = aStaffMenuItem({ name: "Cola", basePrice: 2 });
const WINDOW = aReader();
const DOOR = aReader({ _id: "6".repeat(24), label: "Door", status: "offline" });
const PAID = anOrder({
  orderNumber: "142",
  source: "counter",
  tender: "reader",
  total: 2.68,
  tip: 0.5,
  reader: { label: "Window" },
});

beforeEach(() => {
  signInAs("admin");
  serveCounter({ readers: [WINDOW] });
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([COLA])),
    http.get("*/api/orders", () => HttpResponse.json([])),
    http.get("*/api/orders/:id", () => HttpResponse.json(PAID)),
  );
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const thisOrder = () => screen.findByRole("region", { name: "This order" });
const payment = async () => within(await screen.findByRole("region", { name: "Card payment" }));

/** The counter with a stream, and what the reader makes of a payment told on it. */
async function openCounter(payments = servePayments()) {
  const stream = serveStream(server, "*/api/orders/stream");
  const app = renderApp("/admin/orders/new");
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  const tell = (change: Parameters<typeof payments.become>[0]) => {
    const { _id } = payments.become(change);
    stream.say("counterPayment", { counterPaymentId: _id });
  };
  return { ...payments, ...app, tell };
}

/** Three presses, as for cash: the item, the tender, the reader. */
async function charge(name = "Charge $2.18 on Window") {
  await press(/^Cola/);
  await press("Card");
  await press(name);
}

it("charges a card in three presses, follows the reader, and says what was paid", async () => {
  const { asked, tell } = await openCounter();
  await charge();
  const shown = await payment();
  expect(shown.getByText("Tap, insert or swipe on Window")).toBeVisible();
  expect(shown.getByText("$2.18")).toBeVisible();
  const [sent] = asked;
  expect(sent?.body).toMatchObject({ readerId: WINDOW._id, expectedTotal: 2.18, payment: null });
  expect(sent?.key).toBe(`${sent?.body.draftId}.0`);
  tell({ state: "processing" });
  expect(await shown.findByText("Reading the card...")).toBeVisible();
  tell({ state: "paid", orderId: PAID._id, total: 2.68, tip: 0.5 });
  expect(await screen.findByText("$2.68 paid by card on Window")).toBeVisible();
  expect(screen.getByText("Tip of $0.50 included")).toBeVisible();
  expect(screen.getByText("#142")).toBeVisible();
  await press("Next order");
  expect(within(await thisOrder()).getByText("Nothing yet.")).toBeVisible();
  expect(asked).toHaveLength(1);
});

it.each([
  [{ state: "declined", reason: "Your card has insufficient funds." }, "The card was declined"],
  [{ state: "declined", reason: "cancelled_on_reader" }, "Cancelled on the reader"],
  [{ state: "declined", reason: "payment_refused" }, "This payment cannot be made by card"],
  [{ state: "timed_out", reason: "reader_timeout" }, "No card was read in time"],
  [{ state: "timed_out", reason: null }, "Window is not asking for the card"],
  [{ state: "reader_offline" }, "Window cannot be reached"],
  [{ state: "reader_busy" }, "Window is busy with another payment"],
] as const)("says that it is %j, and tries again on the same reader", async (change, words) => {
  const { decisions, tell } = await openCounter();
  await charge();
  const shown = await payment();
  tell(change);
  expect(await shown.findByText(words)).toBeVisible();
  if (change.state === "declined" && change.reason.startsWith("Your")) {
    expect(shown.getByText(change.reason)).toBeVisible();
  }
  await press("Try again");
  expect(await shown.findByText("Tap, insert or swipe on Window")).toBeVisible();
  expect(decisions).toEqual([["retry", JSON.stringify({ readerId: WINDOW._id })]]);
});

it.each([
  ["insufficient_funds", "There is not enough money on the card."],
  ["stolen_card", "The bank does not say why. Ask for another card."],
  ["a_code_of_tomorrow", "Your card was declined."],
])("words the code %s of a bank, and keeps unusual words", async (declineCode, words) => {
  const { tell } = await openCounter();
  await charge();
  const shown = await payment();
  tell({ state: "declined", reason: "Your card was declined.", declineCode });
  expect(await shown.findByText(words)).toBeVisible();
});

it("asks on which of several readers, and goes on with another", async () => {
  serveCounter({ readers: [WINDOW, DOOR] });
  const { asked, decisions, tell } = await openCounter();
  await press(/^Cola/);
  await press("Card");
  expect(screen.getByRole("radio", { name: "Window" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: /^Door Offline/ }));
  await press("Charge $2.18 on Door");
  await payment();
  expect(asked[0]?.body.readerId).toBe(DOOR._id);
  tell({ state: "reader_offline", readerLabel: "Door" });
  await press("Use Window");
  await waitFor(() =>
    expect(decisions).toEqual([["retry", JSON.stringify({ readerId: WINDOW._id })]]),
  );
});

it("remembers the reader that this device used last", async () => {
  serveCounter({ readers: [WINDOW, DOOR] });
  const { unmount } = await openCounter();
  await press(/^Cola/);
  await press("Card");
  await userEvent.click(screen.getByRole("radio", { name: /^Door/ }));
  await press("Charge $2.18 on Door");
  await payment();
  await press("Cancel payment");
  await thisOrder();
  unmount();
  renderApp("/admin/orders/new");
  await press("Card");
  expect(await screen.findByRole("radio", { name: /^Door/ })).toBeChecked();
});

it("says that a charge is held for review, and leaves nothing to charge again", async () => {
  const { asked, tell } = await openCounter();
  await charge();
  const shown = await payment();
  tell({ state: "cancelled", reason: "in_review" });
  expect(await shown.findByText(/held for review. Do not charge again.$/)).toBeVisible();
  expect(shown.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Next order",
  ]);
  await press("Next order");
  expect(within(await thisOrder()).getByText("Nothing yet.")).toBeVisible();
  expect(asked).toHaveLength(1);
});

it("keeps the order when its payment is cancelled, and charges it as a new request", async () => {
  const { asked, decisions } = await openCounter();
  await charge();
  await payment();
  await press("Cancel payment");
  const order = within(await thisOrder());
  expect(order.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
  expect(await screen.findByText(/^The card payment was cancelled/)).toBeInTheDocument();
  await waitFor(() => expect(order.getByRole("button", { name: "Card" })).toHaveFocus());
  expect(decisions).toEqual([["cancel", ""]]);
  await press("Card");
  await press(/^Charge/);
  await payment();
  expect(asked.map(({ key }) => key.split(".")[1])).toEqual(["0", "1"]);
  expect(asked[0]?.body.draftId).toBe(asked[1]?.body.draftId);
});

it("takes cash instead and says the change, unless the card was faster", async () => {
  const { answerWith, decisions } = await openCounter();
  server.use(
    http.get("*/api/orders/:id", () => HttpResponse.json({ ...PAID, total: 2.18, tip: 0 })),
  );
  answerWith(() => ({ state: "cash", orderId: PAID._id }));
  await charge();
  await payment();
  await press("Take cash");
  await press("$5.00");
  expect(await screen.findByText("$2.18 paid in cash")).toBeVisible();
  expect(screen.getByText("$2.82")).toBeVisible();
  await press("Next order");
  answerWith(() => ({ state: "paid", orderId: PAID._id }));
  await charge();
  await payment();
  await press("Take cash");
  await press("Exact");
  expect(await screen.findByText("$2.18 paid by card on Window")).toBeVisible();
  expect(screen.getByText("The card was charged before that. Give the cash back.")).toBeVisible();
  expect(decisions.map(([kind]) => kind)).toEqual(["cash", "cash"]);
});

it("finds its payment again after a reload, also when the answer was lost", async () => {
  const { asked, become, unmount } = await openCounter();
  server.use(http.post("*/api/counter-payments", () => HttpResponse.error(), { once: true }));
  await charge();
  expect(await screen.findByText(/^Press Card again first/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Cash" })).toBeDisabled();
  await press("Card");
  expect(screen.queryByRole("button", { name: /another device/ })).not.toBeInTheDocument();
  await press(/^Charge/);
  await payment();
  unmount();
  const again = renderApp("/admin/orders/new");
  expect((await payment()).getByText("Tap, insert or swipe on Window")).toBeVisible();
  again.unmount();
  become({ state: "paid", orderId: PAID._id });
  renderApp("/admin/orders/new");
  expect(await screen.findByText("$2.68 paid by card on Window")).toBeVisible();
  expect(asked).toHaveLength(1);
});

it("shows the payment that has arrived although its answer was lost", async () => {
  const { become } = await openCounter();
  server.use(
    http.post("*/api/counter-payments", async ({ request }) => {
      const { draftId } = (await request.json()) as { draftId: string };
      become({ draftId });
      return HttpResponse.error();
    }),
  );
  await charge();
  expect((await payment()).getByText("Tap, insert or swipe on Window")).toBeVisible();
});

it("says that prices have changed before the reader is asked", async () => {
  await openCounter();
  const customization = { selectedOptions: [], optionChoices: [], specialInstructions: "" };
  const items = [{ basePrice: 2.5, customization }];
  const cart = { items, subtotal: 2.5, tax: 0.22, tip: 0, discount: 0, total: 2.72 };
  server.use(
    http.post("*/api/counter-payments", () =>
      HttpResponse.json(
        { error: "Prices have changed.", code: "prices_changed", cart, total: 2.72 },
        { status: 409 },
      ),
    ),
  );
  await charge();
  expect(await screen.findByText("The total is now $2.72. It was $2.18.")).toBeVisible();
  await press("Card");
  expect(await screen.findByRole("button", { name: "Charge $2.72 on Window" })).toBeVisible();
});

it("shows what another tablet has begun, and ends it", async () => {
  const { decisions } = await openCounter(servePayments(aCounterPayment({ total: 9.5 })));
  expect(await screen.findByText("Window is taking a card: $9.50")).toBeVisible();
  await press("Show");
  const dialog = within(await screen.findByRole("dialog", { name: "Card payment" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel payment" }));
  await waitFor(() => expect(decisions).toEqual([["cancel", ""]]));
  expect(await dialog.findByText(/^The card payment was cancelled/)).toBeVisible();
  const [, close] = dialog.getAllByRole("button", { name: "Close" });
  await userEvent.click(close as HTMLElement);
  await waitFor(() => expect(screen.queryByText(/is taking a card/)).not.toBeInTheDocument());
});

it.each([
  ["cash", ["Paid in cash", "$0.50", "Given: $10.00"]],
  ["paid", ["Paid by card", "The card was charged before that. Give the cash back."]],
] as const)(
  "says what becomes of cash for the payment of another tablet: %s",
  async (state, words) => {
    const { answerWith } = await openCounter(servePayments(aCounterPayment({ total: 9.5 })));
    answerWith(() => ({ state, orderId: PAID._id }));
    await press("Show");
    const dialog = within(await screen.findByRole("dialog", { name: "Card payment" }));
    await userEvent.click(dialog.getByRole("button", { name: "Take cash" }));
    await userEvent.click(dialog.getByRole("button", { name: "$10.00" }));
    for (const text of words) expect(await dialog.findByText(text)).toBeVisible();
  },
);

it("leaves the focus on the screen when a decision is refused", async () => {
  await openCounter();
  await charge();
  const shown = await payment();
  server.use(
    http.post("*/api/counter-payments/:id/cancel", () =>
      HttpResponse.json({ error: "Try again.", code: "unavailable" }, { status: 503 }),
    ),
  );
  await press("Cancel payment");
  expect(await shown.findByRole("alert")).toBeVisible();
  expect(document.body).not.toHaveFocus();
});

it("asks for a tip on the reader where the counter has entered none", async () => {
  serveCounter({ readers: [WINDOW], takesTips: true });
  const { tell } = await openCounter();
  await press(/^Cola/);
  await press("Card");
  expect(screen.getByText("The reader asks for a tip first.")).toBeVisible();
  await press(/^Charge/);
  await payment();
  tell({ asksForTip: true });
  expect(await screen.findByText("The reader asks for a tip first.")).toBeVisible();
});

it("asks the server itself while the stream is not there", async () => {
  const payments = servePayments();
  renderApp("/admin/orders/new");
  await charge();
  await payment();
  for (const [change, words] of [
    [{ state: "timed_out" }, "Window is not asking for the card"], // the reader may have it still
    [{ state: "declined", reason: null }, "The card was declined"],
  ] as const) {
    payments.become(change);
    expect(await screen.findByText(words, {}, { timeout: 4_000 })).toBeVisible();
  }
});

it("takes the card of an unpaid order, and the board leads there", async () => {
  const order = anOrder({ source: "counter", paymentStatus: "unpaid", tender: "unpaid" });
  const payments = servePayments();
  let present = order;
  server.use(
    http.get("*/api/readers", () => HttpResponse.json({ readers: [WINDOW] })),
    http.get("*/api/orders/:id", () => HttpResponse.json(present)),
  );
  const stream = serveStream(server, "*/api/orders/stream");
  renderApp(`/admin/orders/${order._id}`);
  await press("Charge $8.70 on Window");
  const shown = await payment();
  expect(payments.asked[0]?.body).toEqual({ orderId: order._id, readerId: WINDOW._id });
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  const reader = { label: "Window", brand: "visa", last4: "4242", readMethod: "contactless_emv" };
  present = { ...order, paymentStatus: "paid", tender: "reader", reader, version: 2 };
  stream.say("order", present);
  payments.become({ state: "paid", orderId: order._id });
  stream.say("counterPayment", { counterPaymentId: "8".repeat(24) });
  expect(await shown.findByText("Paid by card")).toBeVisible();
  await press("Close");
  expect(screen.queryByRole("button", { name: /^Charge/ })).not.toBeInTheDocument();
  expect(screen.getByText("Card reader: Window · Visa ···· 4242, contactless")).toBeVisible();
});
