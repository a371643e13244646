import type { OrderDispute } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { BadgeVariant } from "@/ui/content/badge";

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
