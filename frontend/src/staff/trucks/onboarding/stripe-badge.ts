import type { ConnectStatus } from "@/domain/api/admin-types";
import type { BadgeTone } from "@/ui/content/badge";

export type AccountState = "none" | "active" | "past-due" | "pending" | "setup";

export interface StripeBadge {
  state: AccountState;
  label: string;
  tone: BadgeTone;
}

/** The one word about a truck's account with the payment provider. */
export function stripeBadge(status: ConnectStatus): StripeBadge {
  if (!status.hasStripeAccount) return { state: "none", label: "No Account", tone: "neutral" };
  if (canTakePayments(status)) return { state: "active", label: "Active", tone: "good" };
  if (status.requirements.past_due.length > 0)
    return { state: "past-due", label: "Past Due", tone: "danger" };
  if (status.requirements.currently_due.length > 0)
    return { state: "pending", label: "Pending", tone: "warning" };
  return { state: "setup", label: "Setup", tone: "info" };
}

export function needsSetup(status: ConnectStatus): boolean {
  return status.hasStripeAccount && !status.onboardingComplete;
}

function canTakePayments(status: ConnectStatus): boolean {
  return status.onboardingComplete && status.chargesEnabled && status.payoutsEnabled;
}
