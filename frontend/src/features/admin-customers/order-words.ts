import type { OrderStatus, PaymentStatus } from "@/api/admin-types";
import type { BadgeTone } from "@/components/ui/badge";

interface StatusWord {
  label: string;
  tone: BadgeTone;
}

export const ORDER_STATUS: Readonly<Record<OrderStatus, StatusWord>> = {
  pending: { label: "Pending", tone: "highlight" },
  confirmed: { label: "Confirmed", tone: "info" },
  preparing: { label: "Preparing", tone: "busy" },
  ready: { label: "Ready for Pickup", tone: "good" },
  completed: { label: "Completed", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "danger" },
};

export const PAYMENT_STATUS: Readonly<Record<PaymentStatus, string>> = {
  paid: "Paid",
  partially_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed",
  unpaid: "Unpaid",
};
