import type { StaffOrder } from "@/api/admin-types";
import { showToast } from "@/components/ui/toast-store";
import { formatDollars } from "@/lib/money";

/**
 * What the crew owes the customer of a cancelled order that was paid at the window: no provider sends
 * that money, somebody hands it over.
 */
export function handBackSentence(order: StaffOrder): string | null {
  const { status, windowPayment, refunds, orderNumber } = order;
  if (status !== "cancelled" || !windowPayment) return null;
  const owed = refunds.filter(
    ({ method, cause }) => method === "window" && cause === "cancellation",
  );
  const [refund] = owed;
  if (!refund) return null;
  const sum = formatDollars(refund.amount);
  return windowPayment.method === "cash"
    ? `Order #${orderNumber} was paid in cash: hand ${sum} back.`
    : `Order #${orderNumber} was paid by card at the window: give ${sum} back on the card reader.`;
}

export function remindToHandBack(order: StaffOrder): void {
  const message = handBackSentence(order);
  if (message) showToast({ type: "warning", message });
}
