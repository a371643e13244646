import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import { SETTLE_MS, StatusButtons } from "./status-and-cancel-buttons";
import type { StatusChange } from "./status-change-queue";

const AT = "2026-11-20T02:35:00Z";

afterEach(() => vi.useRealTimers());

function buttons(order: StaffOrder, last?: StatusChange) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <StatusButtons order={order} last={last} onAdvance={() => {}} onUndo={() => {}} />
    </QueryClientProvider>
  );
}

async function ask(more: Partial<StaffOrder>) {
  render(buttons(anOrder({ nextStatuses: ["cancelled"], refundable: 8.7, ...more })));
  await userEvent.click(screen.getByRole("button", { name: "Mark as Cancelled" }));
  return screen.findByRole("alertdialog");
}

it.each([
  ["cash", "hand $8.70 back to the customer"],
  ["card", "on another device: give $8.70 back there"],
] as const)(
  "says what to do with money that was paid by %s at the counter",
  async (method, said) => {
    const question = await ask({ windowPayment: { method, at: AT, by: "Rosa" } });
    expect(question).toHaveTextContent(said);
  },
);

it.each([
  [{ refundable: 0 }, "Nothing is refunded"],
  [{ refundable: 0, paymentStatus: "disputed" }, "while the bank has the money"],
] as const)("promises no refund when nothing is left to give back: %o", async (more, said) => {
  const question = await ask(more);
  expect(question).toHaveTextContent(said);
  expect(screen.getByRole("button", { name: "Cancel order" })).toBeVisible();
});

const CONFIRMED = anOrder({ status: "confirmed", nextStatuses: ["preparing", "cancelled"] });
const { _id: orderId, orderNumber } = CONFIRMED;
const step = { id: 1, orderId, orderNumber, from: "confirmed", state: "waiting" } as const;
const TO_PREPARING: StatusChange = { ...step, to: "preparing" };
const TO_READY: StatusChange = { ...step, to: "ready", through: ["preparing"] };
const PREPARING = anOrder({ status: "preparing", nextStatuses: ["ready", "cancelled"] });

type Shown = [order: StaffOrder, last?: StatusChange];

it.each<[string, Shown, Shown]>([
  ["a press", [CONFIRMED], [CONFIRMED, TO_PREPARING]],
  ["Undo of a press", [CONFIRMED, TO_PREPARING], [CONFIRMED]],
  ["Undo of two steps at once", [CONFIRMED, TO_READY], [CONFIRMED]],
  ["Undo of the second of two presses", [CONFIRMED, { ...TO_READY, id: 2 }], [CONFIRMED, TO_READY]],
  ["the end of Undo", [CONFIRMED, TO_PREPARING], [PREPARING]],
  ["a colleague's step", [CONFIRMED], [PREPARING]],
])("takes no tap for a moment after %s has changed the places", async (_, before, after) => {
  vi.useFakeTimers();
  const { rerender } = render(buttons(...before));
  const steps = () => screen.getAllByRole("button")[0]?.parentElement;
  expect(steps()).toHaveAttribute("data-settling", "false");
  rerender(buttons(...after));
  await act(() => vi.advanceTimersByTimeAsync(SETTLE_MS - 1));
  expect(steps()).toHaveAttribute("data-settling", "true");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(steps()).toHaveAttribute("data-settling", "false");
});
