import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";

/**
 * What the staff owes the customer of a cancelled order that was paid at the window: no provider sends
 * that money, a person hands it over.
 */
export function counterRefundMessage(order: StaffOrder): string | null {
  const { status, windowPayment, refunds, orderNumber } = order;
  if (status !== "cancelled" || !windowPayment) return null;
  const owed = refunds.filter(
    ({ method, cause }) => method === "window" && cause === "cancellation",
  );
  const [refund] = owed;
  if (!refund) return null;
  const sum = formatDollars(refund.amount);
  return windowPayment.method === "cash"
    ? m.staff.orders.orderWasPaidInCash({ orderNumber, sum })
    : m.staff.orders.orderWasPaidByCard({ orderNumber, sum });
}

export function remindOfCounterRefund(order: StaffOrder): void {
  const message = counterRefundMessage(order);
  if (message) showToast({ type: "warning", message });
}
