import type { ConnectStatus } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

export type AccountState = "none" | "active" | "past-due" | "pending" | "setup";

export interface StripeBadge {
  state: AccountState;
  label: string;
  tone: BadgeTone;
}

/** The one word about a truck's account with the payment provider. */
export function stripeBadge(status: ConnectStatus): StripeBadge {
  if (!status.hasStripeAccount)
    return { state: "none", label: m.paymentAccount.badge.none, tone: "neutral" };
  if (canTakePayments(status)) return { state: "active", label: m.common.active, tone: "good" };
  if (status.requirements.past_due.length > 0)
    return { state: "past-due", label: m.paymentAccount.badge.pastDue, tone: "danger" };
  if (status.requirements.currently_due.length > 0)
    return { state: "pending", label: m.common.pending, tone: "warning" };
  return { state: "setup", label: m.paymentAccount.badge.setup, tone: "info" };
}

export function needsSetup(status: ConnectStatus): boolean {
  return status.hasStripeAccount && !status.onboardingComplete;
}

function canTakePayments(status: ConnectStatus): boolean {
  return status.onboardingComplete && status.chargesEnabled && status.payoutsEnabled;
}
