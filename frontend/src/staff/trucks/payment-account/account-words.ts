import type { ConnectStatus } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

type AccountState = "none" | "active" | "past-due" | "pending" | "setup";

interface StripeBadge {
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

/** The provider's requirement codes (`individual.id_number`) in words that an owner understands. */
const labels = (): Readonly<Record<string, string>> => ({
  "business_profile.mcc": m.paymentAccount.needs.products,
  "business_profile.product_description": m.paymentAccount.needs.description,
  "business_profile.url": m.paymentAccount.needs.website,
  business_type: m.paymentAccount.needs.businessType,
  dob: m.paymentAccount.needs.birthday,
  date_of_birth: m.paymentAccount.needs.birthday,
  email: m.paymentAccount.needs.email,
  external_account: m.paymentAccount.needs.bankAccount,
  default_outbound_destination: m.paymentAccount.needs.bankAccount,
  first_name: m.paymentAccount.needs.firstName,
  given_name: m.paymentAccount.needs.firstName,
  last_name: m.paymentAccount.needs.lastName,
  surname: m.paymentAccount.needs.lastName,
  address: m.paymentAccount.needs.homeAddress,
  id_number: m.paymentAccount.needs.taxNumber,
  ssn_last_4: m.paymentAccount.needs.lastFour,
  phone: m.paymentAccount.needs.phone,
  tos_acceptance: m.paymentAccount.needs.terms,
  "verification.additional_document": m.paymentAccount.needs.addressDocument,
  "verification.document": m.paymentAccount.needs.identityDocument,
});

/** Codes that only say whose answer it is. */
const OWNERS = /^(identity|configuration|recipient|individual|person_\w+|owners|company)\./;

/** Each requirement once, in words: a date of birth comes as day, month and year. */
export function requirementLabels(codes: readonly string[]): string[] {
  return [...new Set(codes.map(wordsOf))];
}

function wordsOf(code: string): string {
  if (code.includes(" ")) return code;
  const own = withoutOwners(code);
  for (let part = own; part !== ""; part = part.slice(0, Math.max(0, part.lastIndexOf(".")))) {
    const words = labels()[part];
    if (words) return words;
  }
  const plain = own.replaceAll(".", ": ").replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function withoutOwners(code: string): string {
  const shorter = code.replace(OWNERS, "");
  return shorter === code ? code : withoutOwners(shorter);
}
