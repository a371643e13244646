import type { OrderDispute, OrderRefund, StaffOrder } from "@/domain/api/admin-types";
import type { BadgeTone } from "@/ui/content/badge";

interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

/** Where the money of a refund is. */
export function refundBadge({ status, method }: OrderRefund): BadgeVariant {
  if (status === "failed") return { label: "Failed", tone: "danger" };
  if (status === "pending") return { label: "On its way", tone: "info" };
  return method === "window"
    ? { label: "Refunded at the counter", tone: "good" }
    : { label: "Sent", tone: "good" };
}

const DISPUTE_BADGES: Readonly<Record<string, BadgeVariant>> = {
  needs_response: { label: "Needs an answer", tone: "danger" },
  under_review: { label: "With the bank", tone: "warning" },
  won: { label: "Won", tone: "good" },
  lost: { label: "Lost", tone: "danger" },
};

export function disputeBadge({ status }: OrderDispute): BadgeVariant {
  return DISPUTE_BADGES[status] ?? { label: status.replaceAll("_", " "), tone: "neutral" };
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
export function refundedItems({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? "item"}`)
    .join(", ");
}
