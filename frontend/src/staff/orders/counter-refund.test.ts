import { expect, it } from "vitest";
import type { OrderRefund, StaffOrder } from "@/domain/api/admin-types";
import { anOrder } from "@/test/staff/staff";
import { counterRefundMessage } from "./counter-refund";

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

it("tells the staff what to hand back of a cancelled order that was paid at the counter", () => {
  expect(counterRefundMessage(cancelled("cash"))).toBe(
    "Order #101 was paid in cash: hand $12.50 back.",
  );
  expect(counterRefundMessage(cancelled("card"))).toContain("give $12.50 back on the card reader");
});

it("says nothing where nothing is to be handed back", () => {
  expect(counterRefundMessage(cancelled("cash", { status: "ready" }))).toBeNull();
  expect(counterRefundMessage(cancelled("cash", { windowPayment: null }))).toBeNull();
  const earlier = [refund({ reason: "Order cancelled", cause: "staff" })];
  expect(counterRefundMessage(cancelled("cash", { refunds: earlier }))).toBeNull();
});
