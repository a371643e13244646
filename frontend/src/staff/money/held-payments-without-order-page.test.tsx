import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HeldPayment } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { speak } from "@/test/speak";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { HELD as ONE_HELD } from "@/test/staff/staff-backend";

const HELD = { ...ONE_HELD, timezone: "America/New_York" };

let shown: HeldPayment[];

beforeEach(() => {
  signInAs("superadmin");
  shown = [HELD];
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/payments/reviews", () =>
      HttpResponse.json({ reviews: shown, open: shown.length }),
    ),
  );
});

afterEach(() => speak("en"));

function takeDecisions() {
  const taken: unknown[] = [];
  server.use(
    http.post("*/api/payments/reviews/:id/decision", async ({ request }) => {
      const body = (await request.json()) as { decision: HeldPayment["decision"]; note: string };
      taken.push(body);
      const refund = {
        _id: "r",
        amount: 21.75,
        status: "pending" as const,
        failure: null,
        by: "Sol",
        createdAt: "2026-11-20T02:30:00Z",
      };
      const isRefund = body.decision === "refund";
      shown = [
        {
          ...HELD,
          decision: body.decision,
          decidedBy: "Sol",
          note: body.note,
          refunds: isRefund ? [refund] : [],
          refundable: isRefund ? 0 : 21.75,
        },
      ];
      return HttpResponse.json(shown[0]);
    }),
  );
  return taken;
}

it.each([
  ["the truck's zone", "America/New_York", "Nov 19, 2026, 9:30 PM EST"],
  ["UTC where no truck is known", null, "Nov 20, 2026, 2:30 AM UTC"],
])("says when it arrived in %s, and names it", async (_, timezone, text) => {
  shown = [{ ...HELD, timezone }];
  renderApp("/admin/held-payments");
  const card = within(await screen.findByRole("article", { name: "Payment of $21.75" }));
  expect(card.getByText(text)).toBeVisible();
});

it.each([
  ["different mode", "different mode (test or live)", "el modo (de prueba o real) es distinto"],
  ["different payment intent", "different payment ID", "el identificador del pago es distinto"],
  [
    "different amount, currency",
    "different amount and different currency",
    "el monto es distinto y la moneda es distinta",
  ],
  ["different amount, hue", "different amount, hue", "different amount, hue"],
  ["unknown checkout", "unknown checkout", "no se conoce la compra"],
])("says why a payment is held: %s", async (reason, english, spanish) => {
  shown = [{ ...HELD, reason }];
  renderApp("/admin/held-payments");
  expect(await screen.findByText(`On hold: ${english}. $99.99 was expected.`)).toBeVisible();
  cleanup();
  speak("es");
  renderApp("/admin/held-payments");
  expect(await screen.findByText(`En espera: ${spanish}. Se esperaban $99.99.`)).toBeVisible();
});

it("tells what arrived and what was expected, and gives it back after asking", async () => {
  const taken = takeDecisions();
  renderApp("/admin/held-payments");
  const card = within(await screen.findByRole("article", { name: "Payment of $21.75" }));
  expect(card.getByText(/different amount. \$99.99 was expected/)).toBeVisible();
  expect(card.getByText("Needs your decision")).toBeVisible();
  await userEvent.click(card.getByRole("button", { name: "Refund $21.75" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(taken).toEqual([]);
  await userEvent.type(question.getByLabelText("Note (optional)"), "Not ours");
  await userEvent.click(question.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText("Going back")).toBeVisible();
  expect(taken).toEqual([{ decision: "refund", note: "Not ours" }]);
  expect(screen.getByText("Decided by Sol: Not ours")).toBeVisible();
});

it("marks a payment as looked at and leaves the money", async () => {
  const taken = takeDecisions();
  shown = [{ ...HELD, disputed: true, refundable: 0 }]; // which the bank has, so that it is no one's to refund
  renderApp("/admin/held-payments");
  expect(await screen.findByText(/The customer's bank has taken this payment back/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Refund/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Mark as reviewed" }));
  const question = within(await screen.findByRole("alertdialog"));
  await userEvent.click(question.getByRole("button", { name: "Mark as reviewed" }));
  expect(await screen.findByText("Reviewed")).toBeVisible();
  expect(taken).toEqual([{ decision: "looked_at", note: "" }]);
});

it("repeats an unanswered decision under its own key, and another one under another", async () => {
  const keys: (string | null)[] = [];
  const answers = [HttpResponse.error(), HttpResponse.error(), HttpResponse.json(HELD)];
  server.use(
    http.post("*/api/payments/reviews/:id/decision", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return answers[keys.length - 1];
    }),
  );
  renderApp("/admin/held-payments");
  for (const [button, note] of [
    ["Refund", ""],
    ["Refund", ""],
    ["Mark as reviewed", "Ours"],
  ] as const) {
    const opener = button === "Refund" ? "Refund $21.75" : button;
    await userEvent.click(await screen.findByRole("button", { name: opener }));
    const question = within(await screen.findByRole("alertdialog"));
    if (note) await userEvent.type(question.getByLabelText("Note (optional)"), note);
    await userEvent.click(question.getByRole("button", { name: button }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  }
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[2]).not.toBe(keys[0]);
});

it("says when nothing is held", async () => {
  shown = [];
  renderApp("/admin/held-payments");
  expect(await screen.findByText("No held payments")).toBeVisible();
});

it("offers another try when the list does not load", async () => {
  server.use(
    http.get("*/api/payments/reviews", () =>
      HttpResponse.json({ error: "Busy.", code: "x" }, { status: 503 }),
    ),
  );
  renderApp("/admin/held-payments");
  expect(await screen.findByText("Failed to load held payments")).toBeVisible();
  expect(screen.getByRole("button", { name: /try again/i })).toBeVisible();
});
