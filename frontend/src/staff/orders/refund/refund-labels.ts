import type { OrderDispute, OrderRefund, StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

/** Where the money of a refund is. */
export function refundBadge({ status, method }: OrderRefund): BadgeVariant {
  if (status === "failed") return { label: m.staff.ordersDetail.failed, tone: "danger" };
  if (status === "due") return { label: m.staff.ordersDetail.toBePaidOut, tone: "warning" };
  if (status === "pending") return { label: m.staff.ordersDetail.onItsWay, tone: "info" };
  return method === "window"
    ? { label: m.staff.ordersDetail.refundedAtTheCounter, tone: "good" }
    : { label: m.staff.ordersDetail.sent, tone: "good" };
}

const disputeBadges = (): Readonly<Record<string, BadgeVariant>> => ({
  needs_response: { label: m.staff.ordersDetail.needsAnAnswer, tone: "danger" },
  warning_needs_response: { label: m.staff.ordersDetail.bankAsks, tone: "danger" },
  warning_under_review: { label: m.staff.ordersDetail.withTheBank, tone: "warning" },
  warning_closed: { label: m.staff.ordersDetail.inquiryClosed, tone: "good" },
  under_review: { label: m.staff.ordersDetail.withTheBank, tone: "warning" },
  won: { label: m.staff.ordersDetail.won, tone: "good" },
  lost: { label: m.staff.ordersDetail.lost, tone: "danger" },
});

export function disputeBadge({ status }: Pick<OrderDispute, "status">): BadgeVariant {
  return disputeBadges()[status] ?? { label: status.replaceAll("_", " "), tone: "neutral" };
}

/** Why the customer's bank disputes a payment; a reason that we have no words for is told as it came. */
export function disputeReason(reason: string): string {
  const reasons: Readonly<Record<string, string>> = {
    "credit not processed": m.staff.ordersDetail.refundDidNotArrive,
    duplicate: m.staff.ordersDetail.chargedTwice,
    fraudulent: m.staff.ordersDetail.notTheCardholder,
    "product not received": m.staff.ordersDetail.foodNotReceived,
    "product unacceptable": m.staff.ordersDetail.foodNotAsOrdered,
    unrecognized: m.staff.ordersDetail.notRecognized,
  };
  return reasons[reason] ?? m.staff.ordersDetail.reason2({ reason });
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
export function refundedItems({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? "item"}`)
    .join(", ");
}
