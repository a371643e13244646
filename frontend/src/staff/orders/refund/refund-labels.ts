import type { OrderRefund, StaffOrder } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { BadgeVariant } from "@/ui/content/badge";

/** Why it was made, in the reader's language; what was typed stands as it is. */
export function refundReason({ reasonCode, reason, cause }: OrderRefund): string {
  if (cause === "cancellation") return m.order.refunds.orderCancelled;
  return reasonCode && reasonCode !== "other" ? m.order.refund.reasons[reasonCode] : reason;
}

/** Where the money of a refund is. */
export function refundBadge({ status, method }: OrderRefund): BadgeVariant {
  if (status === "failed") return { label: m.order.refunds.failed, tone: "danger" };
  if (status === "due") return { label: m.order.refunds.owed, tone: "warning" };
  if (status === "pending") return { label: m.order.onItsWay, tone: "info" };
  return method === "window"
    ? { label: m.order.refunds.atCounter, tone: "good" }
    : { label: m.order.sent, tone: "good" };
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
export function refundedItems({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? m.common.item}`)
    .join(", ");
}
