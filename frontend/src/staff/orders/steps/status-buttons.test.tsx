import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import { StatusButtons } from "./status-buttons";

const AT = "2026-11-20T02:35:00Z";

async function ask(more: Partial<StaffOrder>) {
  const order = anOrder({ nextStatuses: ["cancelled"], refundable: 8.7, ...more });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <StatusButtons order={order} last={undefined} onAdvance={() => {}} onUndo={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Mark as Cancelled" }));
  return screen.findByRole("alertdialog");
}

it.each([
  ["cash", "hand $8.70 back to the customer"],
  ["card", "give $8.70 back on the card reader"],
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
