import type { OrderDispute, OrderRefund, StaffOrder } from "@/api/admin-types";
import type { BadgeTone } from "@/components/ui/badge";

interface Look {
  label: string;
  tone: BadgeTone;
}

/** Where the money of a refund is. */
export function refundLook({ status, method }: OrderRefund): Look {
  if (status === "failed") return { label: "Failed", tone: "danger" };
  if (status === "pending") return { label: "On its way", tone: "info" };
  return method === "window"
    ? { label: "Given back at the window", tone: "good" }
    : { label: "Sent", tone: "good" };
}

const DISPUTE_LOOK: Readonly<Record<string, Look>> = {
  needs_response: { label: "Needs an answer", tone: "danger" },
  under_review: { label: "With the bank", tone: "warning" },
  won: { label: "Won", tone: "good" },
  lost: { label: "Lost", tone: "danger" },
};

export function disputeLook({ status }: OrderDispute): Look {
  return DISPUTE_LOOK[status] ?? { label: status.replaceAll("_", " "), tone: "neutral" };
}

/** "2 × Taco, 1 × Horchata"; nothing for a refund of an amount. */
export function refundedPieces({ items }: OrderRefund, order: StaffOrder): string {
  return (items ?? [])
    .map(({ index, quantity }) => `${quantity} × ${order.items[index]?.name ?? "item"}`)
    .join(", ");
}
