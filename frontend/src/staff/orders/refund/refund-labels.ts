import type { OrderDispute, OrderRefund, StaffOrder } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

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

const disputeBadges = (): Readonly<Record<string, BadgeVariant>> => ({
  needs_response: { label: m.order.disputes.needsAnswer, tone: "danger" },
  warning_needs_response: { label: m.order.disputes.inquiry, tone: "danger" },
  warning_under_review: { label: m.order.disputes.withBank, tone: "warning" },
  warning_closed: { label: m.order.disputes.inquiryClosed, tone: "good" },
  under_review: { label: m.order.disputes.withBank, tone: "warning" },
  won: { label: m.order.disputes.won, tone: "good" },
  lost: { label: m.order.disputes.lost, tone: "danger" },
});

export function disputeBadge({ status }: Pick<OrderDispute, "status">): BadgeVariant {
  return disputeBadges()[status] ?? { label: status.replaceAll("_", " "), tone: "neutral" };
}

/** Why the customer's bank disputes a payment; a reason that we have no words for is told as it came. */
export function disputeReason(reason: string): string {
  const reasons: Readonly<Record<string, string>> = {
    "credit not processed": m.order.disputes.reasons.refundMissing,
    duplicate: m.order.disputes.reasons.chargedTwice,
    fraudulent: m.order.disputes.reasons.notCardholder,
    "product not received": m.order.disputes.reasons.notReceived,
    "product unacceptable": m.order.disputes.reasons.notAsOrdered,
    unrecognized: m.order.disputes.reasons.notRecognized,
  };
  return reasons[reason] ?? m.order.disputes.reason({ reason });
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
export function refundedItems({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? m.common.item}`)
    .join(", ");
}
