import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, bodyOf, recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";
import { DISPUTES } from "@/test/staff/staff-backend";

const ORDER = anOrder({
  flags: ["possible_duplicate"],
  history: [
    { status: "pending", at: "2026-11-20T02:30:00Z", by: "customer" },
    { status: "confirmed", at: "2026-11-20T02:35:00Z", by: "automatic" },
    { status: "preparing", at: "2026-11-20T02:40:00Z", by: "Rosa" },
  ],
});
const PATH = `/admin/orders/${ORDER._id}`;
const REFUND: StaffOrder["refunds"][number] = {
  _id: "r".repeat(24),
  amount: 2,
  items: null,
  reason: "Cold tacos",
  by: "Rosa",
  method: "card",
  status: "pending",
  failure: null,
  cause: "staff",
  createdAt: "2026-11-20T03:00:00Z",
};
const PAID = { method: "cash", at: "2026-11-20T02:40:00Z", by: "Rosa" } as const;

function serveOrder(answer: () => Response = () => HttpResponse.json(ORDER)) {
  server.use(http.get("*/api/orders/:id", answer));
}

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])));
  server.use(http.get("*/api/orders", () => HttpResponse.json([])));
  serveOrder();
});

it("keeps to the truck's own time when the list of trucks does not load", async () => {
  serveOrder(() =>
    HttpResponse.json({ ...ORDER, truck: { ...ORDER.truck, timezone: "America/New_York" } }),
  );
  server.use(http.get("*/api/trucks", () => HttpResponse.error()));
  renderApp(PATH);
  const history = within(await screen.findByRole("region", { name: "History" }));
  expect(history.getByText(/9:30 PM/)).toBeVisible();
});

it("names the place of the stop, and has its times on the clock there", async () => {
  const place = { name: "Pier 5", address: "5 River St", timezone: "Asia/Tokyo" };
  serveOrder(() => HttpResponse.json({ ...ORDER, stopId: "5".repeat(24), place }));
  renderApp(PATH);
  expect(await screen.findByText("Pier 5, 5 River St")).toBeVisible();
  const history = within(screen.getByRole("region", { name: "History" }));
  expect(history.getByText(/11:30 AM/)).toBeVisible();
});

it("tells what was ordered, what was paid, and every step with who took it", async () => {
  renderApp(PATH);
  expect(await screen.findByRole("heading", { level: 1, name: "Order #101" })).toBeVisible();
  expect(screen.getByText("Carnitas taco")).toBeVisible();
  expect(screen.getByText("Salsa: Verde")).toBeVisible();
  expect(screen.getByText("Paid", { selector: "dt" }).nextSibling).toHaveTextContent("$8.70");
  expect(screen.getByText("Looks like a second order of the same cart")).toBeVisible();
  expect(screen.getByText(/^Rosa,/)).toHaveTextContent("Rosa, Nov 19, 2026, 6:40 PM");
  expect(screen.getByText(/^the customer,/)).toHaveTextContent(
    "the customer, Nov 19, 2026, 6:30 PM",
  );
  expect(screen.getByText(/^by itself,/)).toHaveTextContent("by itself, Nov 19, 2026, 6:35 PM");
});

it("shows each refund with its state, and why one failed", async () => {
  const failed = { ...REFUND, _id: "f", amount: 3, status: "failed" as const, failure: "Not now." };
  const paidOut = { at: "2026-11-20T03:30:00Z", by: "Ana" };
  serveOrder(() =>
    HttpResponse.json({
      ...ORDER,
      refundable: 6.7,
      refunds: [{ ...REFUND, paidOut }, failed],
    } satisfies StaffOrder),
  );
  renderApp(PATH);
  const rows = within(await screen.findByRole("list", { name: "Refunds" })).getAllByRole(
    "listitem",
  );
  expect(rows[0]).toHaveTextContent("$2.00On its way");
  expect(within(rows[0] as HTMLElement).getByText(/^Paid out/)).toHaveTextContent(
    "Paid out by Ana, Nov 19, 2026, 7:30 PM",
  );
  expect(rows[1]).toHaveTextContent("Not now.");
  expect(screen.getByText("Can still be refunded").nextSibling).toHaveTextContent("$6.70");
});

it("tells what became of each text, and that a customer wants none", async () => {
  const at = ORDER.createdAt;
  serveOrder(() =>
    HttpResponse.json({
      ...ORDER,
      smsOptedOut: true,
      replies: [{ text: "Also peanut allergy!", at: "2026-11-20T02:40:00Z" }],
      messages: [
        { kind: "confirmed", status: "delivered", at: "2026-11-20T02:31:00Z", reason: null },
        { kind: "ready", status: "skipped", at: "2026-11-20T02:50:00Z", reason: "Replied STOP." },
        { kind: "late", status: "skipped", at, reason: "-", reasonCode: "over_day" },
      ],
    } satisfies StaffOrder),
  );
  renderApp(PATH);
  const texts = await screen.findByRole("region", { name: "Texts" });
  expect(within(texts).getByText(/has replied STOP/)).toBeVisible();
  expect(screen.getByText("The customer replied: “Also peanut allergy!”")).toBeVisible();
  expect(screen.getByText(/^A new time is not texted, .* STOP/)).toBeVisible();
  const [first, second, third] = within(texts).getAllByRole("listitem");
  expect(first).toHaveTextContent("ConfirmationDelivered");
  expect(second).toHaveTextContent("Ready for pickupNot sent");
  expect(second).toHaveTextContent("Replied STOP.");
  expect(third).toHaveTextContent("Today’s limit for texts of this kind is reached.");
});

it("offers no refund where there is nothing left, and says that a bank took it", async () => {
  const dispute = {
    _id: "du_1",
    amount: 8.7,
    reason: "fraudulent",
    status: "needs_response",
    answerBy: "2026-11-29T23:59:59Z",
    createdAt: "2026-11-20T03:00:00Z",
  };
  serveOrder(() =>
    HttpResponse.json({
      ...ORDER,
      paymentStatus: "disputed",
      refundable: 0,
      disputes: [dispute],
    } satisfies StaffOrder),
  );
  renderApp(PATH);
  expect(
    await screen.findByText("The customer's bank disputes $8.70: Needs an answer"),
  ).toBeVisible();
  expect(screen.getByText(/did not make this payment/)).toBeVisible();
  expect(screen.getByText(/The last day to answer is Nov 29, 2026/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
});

it("is found among the disputes, with what happens to a cancelled one", async () => {
  server.use(http.get("*/api/payments/disputes", () => HttpResponse.json({ disputes: DISPUTES })));
  renderApp("/admin/disputes");
  const card = within(await screen.findByRole("article", { name: "Dispute of order #101" }));
  expect(card.getByRole("heading", { name: "$8.70" })).toBeVisible();
  expect(card.getAllByText(/day to answer is Nov 29, 2026|goes out by itself/)).toHaveLength(2);
  expect(card.getByRole("link", { name: "Order #101" })).toHaveAttribute("href", PATH);
  expect(screen.getByRole("link", { name: "Held payment without an order" })).toBeVisible();
});

it.each([404, 403])("says that there is no such order (%d)", async (status) => {
  serveOrder(() => HttpResponse.json({ error: "No.", code: "not_found" }, { status }));
  renderApp(PATH);
  expect(await screen.findByRole("heading", { name: "Order not found" })).toBeVisible();
});

it("marks an order from the counter as paid, and says by whom", async () => {
  const owed = { ...ORDER, source: "counter" as const, paymentStatus: "unpaid" as const };
  serveOrder(() => HttpResponse.json({ ...owed, refundable: 0 }));
  const paid = { ...owed, paymentStatus: "paid" as const, windowPayment: PAID, version: 2 };
  const asked = recordCalls("post", "*/api/orders/:id/payment", bodyAndKeyOf, () =>
    HttpResponse.json(paid satisfies StaffOrder),
  );
  renderApp(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Paid in cash" }));
  expect(await screen.findByText(/^In cash/)).toHaveTextContent(
    "In cash at the counter, taken by Rosa, Nov 19, 2026, 6:40 PM",
  );
  expect(screen.queryByRole("button", { name: "Paid by card" })).toBeNull();
  expect(asked).toEqual([{ body: { payment: "cash" }, key: expect.stringMatching(/^.{32}$/) }]);
});

it("corrects a phone that was typed wrong, until the order is over", async () => {
  const known = { customerPhone: "+12133734253", customerEmail: "ada@example.com" };
  serveOrder(() => HttpResponse.json({ ...ORDER, ...known }));
  const refusal = { error: "No.", fields: { phone: "We can only text US numbers." } };
  const corrected = { ...ORDER, ...known, customerPhone: "+12133734299", version: 9 };
  const sent: unknown[] = recordCalls("post", "*/api/orders/:id/contact", bodyOf, (body) =>
    (body as { phone: string }).phone === "+18763734299"
      ? HttpResponse.json(refusal, { status: 400 })
      : HttpResponse.json({ ...corrected, status: "completed", nextStatuses: [] }),
  );
  renderApp(PATH);
  const opener = await screen.findByRole("button", { name: "Correct phone or email" });
  await userEvent.click(opener);
  const phone = await screen.findByLabelText("Right phone number");
  expect(phone).toHaveValue("(213) 373-4253");
  expect(screen.getByText(/^Devices that show notifications about this order/)).toBeVisible();
  await userEvent.clear(phone);
  const correct = screen.getByRole("button", { name: "Correct it and send again" });
  await userEvent.click(correct);
  expect(screen.getByRole("alert")).toHaveTextContent("Enter a US phone number with 10 digits.");
  await userEvent.type(phone, "8763734299");
  await userEvent.click(correct);
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("only text US numbers"));
  expect(phone).toHaveFocus();
  await userEvent.clear(phone);
  await userEvent.type(phone, "2133734299");
  await userEvent.click(correct);
  expect(await screen.findByRole("link", { name: "(213) 373-4299" })).toBeVisible();
  expect(sent).toEqual([{ phone: "+18763734299" }, { phone: "+12133734299" }]);
  await waitFor(() => expect(opener).not.toBeInTheDocument());
});

it("leads to the customer's page and to the printer", async () => {
  renderApp(PATH);
  expect(await screen.findByRole("link", { name: "Tracking page" })).toHaveAttribute(
    "href",
    ORDER.trackingPath,
  );
  expect(screen.getByRole("link", { name: "Print receipt" })).toHaveAttribute(
    "href",
    `${PATH}/print?what=receipt`,
  );
});
