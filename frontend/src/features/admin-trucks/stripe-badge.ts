import type { ConnectStatus } from "@/api/admin-types";
import type { BadgeTone } from "@/components/ui/badge";

export interface StripeBadge {
  label: "No Account" | "Active" | "Past Due" | "Pending" | "Setup";
  tone: BadgeTone;
}

/** The one word about a truck's account with the payment provider. */
export function stripeBadge(status: ConnectStatus): StripeBadge {
  if (!status.hasStripeAccount) return { label: "No Account", tone: "neutral" };
  if (canTakePayments(status)) return { label: "Active", tone: "good" };
  if (status.requirements.past_due.length > 0) return { label: "Past Due", tone: "danger" };
  if (status.requirements.currently_due.length > 0) return { label: "Pending", tone: "warning" };
  return { label: "Setup", tone: "info" };
}

export function needsSetup(status: ConnectStatus): boolean {
  return status.hasStripeAccount && !status.onboardingComplete;
}

function canTakePayments(status: ConnectStatus): boolean {
  return status.onboardingComplete && status.chargesEnabled && status.payoutsEnabled;
}
