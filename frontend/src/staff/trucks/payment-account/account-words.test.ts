import { describe, expect, it } from "vitest";
import type { ConnectStatus } from "@/domain/api/staff-types";
import { needsSetup, requirementLabels, stripeBadge } from "./account-words";

interface Facts {
  has?: boolean;
  onboarded?: boolean;
  charges?: boolean;
  payouts?: boolean;
  pastDue?: number;
  due?: number;
}

function status(facts: Facts): ConnectStatus {
  const list = (length = 0) => Array.from({ length }, (_, place) => `requirement.${place}`);
  return {
    hasStripeAccount: facts.has ?? true,
    onboardingComplete: facts.onboarded ?? false,
    chargesEnabled: facts.charges ?? false,
    payoutsEnabled: facts.payouts ?? false,
    requirements: { past_due: list(facts.pastDue), currently_due: list(facts.due) },
  };
}

describe("the badge of a payment account", () => {
  it.each<[string, Facts]>([
    ["No Account", { has: false }],
    ["No Account", { has: false, due: 2, pastDue: 1 }],
    ["Active", { onboarded: true, charges: true, payouts: true }],
    ["Active", { onboarded: true, charges: true, payouts: true, due: 1 }],
    ["Past Due", { charges: true, payouts: true, pastDue: 1, due: 3 }],
    ["Past Due", { pastDue: 1 }],
    ["Pending", { due: 1 }],
    ["Pending", { onboarded: true, charges: true, payouts: false, due: 1 }],
    ["Setup", {}],
    ["Setup", { onboarded: true, charges: true, payouts: false }],
    ["Setup", { charges: true, payouts: true }],
  ])("is %s for %o", (label, facts) => {
    expect(stripeBadge(status(facts)).label).toBe(label);
  });
});

it("asks to complete the setup only where an account waits for answers", () => {
  expect(needsSetup(status({}))).toBe(true);
  expect(needsSetup(status({ pastDue: 1 }))).toBe(true);
  expect(needsSetup(status({ onboarded: true }))).toBe(false);
  expect(needsSetup(status({ has: false }))).toBe(false);
});

it.each([
  ["individual.id_number", "Social Security or taxpayer number"],
  ["identity.individual.given_name", "First name"],
  ["person_1AbC.verification.document", "A photo of an identity document"],
  ["external_account", "Bank account for payouts"],
  ["tos_acceptance.date", "Agreement to the payment provider's terms"],
  ["individual.address.line1", "Home address"],
  ["business_profile.url", "The business's website"],
  ["settings.card_issuing.terms", "Settings: card issuing: terms"],
  ["Please call support", "Please call support"],
])("says %s as %s", (code, words) => {
  expect(requirementLabels([code])).toEqual([words]);
});

it("names what comes in parts once", () => {
  expect(
    requirementLabels(["individual.dob.day", "individual.dob.month", "individual.dob.year"]),
  ).toEqual(["Date of birth"]);
});
