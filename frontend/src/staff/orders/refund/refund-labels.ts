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
  if (status === "pending") return { label: m.staff.ordersDetail.onItsWay, tone: "info" };
  return method === "window"
    ? { label: m.staff.ordersDetail.refundedAtTheCounter, tone: "good" }
    : { label: m.staff.ordersDetail.sent, tone: "good" };
}

const disputeBadges = (): Readonly<Record<string, BadgeVariant>> => ({
  needs_response: { label: m.staff.ordersDetail.needsAnAnswer, tone: "danger" },
  under_review: { label: m.staff.ordersDetail.withTheBank, tone: "warning" },
  won: { label: m.staff.ordersDetail.won, tone: "good" },
  lost: { label: m.staff.ordersDetail.lost, tone: "danger" },
});

export function disputeBadge({ status }: OrderDispute): BadgeVariant {
  return disputeBadges()[status] ?? { label: status.replaceAll("_", " "), tone: "neutral" };
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
export function refundedItems({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? "item"}`)
    .join(", ");
}
