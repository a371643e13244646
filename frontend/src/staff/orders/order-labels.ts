/** What the staff reads about an order, on every screen that shows one. */
import type { OrderStatus, PaymentStatus } from "@/domain/api/admin-types";
import type { BadgeTone } from "@/ui/content/badge";

export const STATUSES: readonly OrderStatus[] = [
  "pending",
  "confirmed",
  "preparing",
  "ready",
  "completed",
  "cancelled",
];

interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

export const STATUS_BADGES: Record<OrderStatus, BadgeVariant> = {
  pending: { label: "Pending", tone: "highlight" },
  confirmed: { label: "Confirmed", tone: "info" },
  preparing: { label: "Preparing", tone: "busy" },
  ready: { label: "Ready for Pickup", tone: "good" },
  completed: { label: "Completed", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "danger" },
};

export const PAYMENT_BADGES: Record<PaymentStatus, BadgeVariant> = {
  paid: { label: "Paid", tone: "good" },
  partially_refunded: { label: "Partly refunded", tone: "warning" },
  refunded: { label: "Refunded", tone: "neutral" },
  disputed: { label: "Disputed", tone: "danger" },
  unpaid: { label: "Not paid yet", tone: "warning" },
};

/** What the staff should know about an order before cooking it. */
export const FLAG_LABELS: Readonly<Record<string, string>> = {
  item_unavailable: "An item was sold out when the payment arrived",
  item_deleted: "An item is no longer on the menu",
  truck_inactive: "The truck was off the street when the payment arrived",
  pickup_passed: "The pickup time had passed when the payment arrived",
  possible_duplicate: "Looks like a second order of the same cart",
};
