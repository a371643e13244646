import { expect, it } from "vitest";
import type { OrderRefund, StaffOrder } from "@/api/admin-types";
import { anOrder } from "@/test/staff";
import { handBackSentence } from "./hand-back";

const refund = (overrides: Partial<OrderRefund>) =>
  ({
    amount: 12.5,
    method: "window",
    reason: "Pedido cancelado",
    cause: "cancellation",
    ...overrides,
  }) as OrderRefund;

function cancelled(method: "cash" | "card", overrides: Partial<StaffOrder> = {}) {
  return anOrder({
    orderNumber: "101",
    status: "cancelled",
    windowPayment: { method, at: "2026-11-21T11:00:00Z", by: "Dana" },
    refunds: [refund({})],
    ...overrides,
  });
}

it("tells the crew what to hand back of a cancelled order that was paid at the window", () => {
  expect(handBackSentence(cancelled("cash"))).toBe(
    "Order #101 was paid in cash: hand $12.50 back.",
  );
  expect(handBackSentence(cancelled("card"))).toContain("give $12.50 back on the card reader");
});

it("says nothing where nothing is to be handed back", () => {
  expect(handBackSentence(cancelled("cash", { status: "ready" }))).toBeNull();
  expect(handBackSentence(cancelled("cash", { windowPayment: null }))).toBeNull();
  const earlier = [refund({ reason: "Order cancelled", cause: "staff" })];
  expect(handBackSentence(cancelled("cash", { refunds: earlier }))).toBeNull();
});
