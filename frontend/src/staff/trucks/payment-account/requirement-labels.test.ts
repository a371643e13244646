import { expect, it } from "vitest";
import { requirementLabels } from "./requirement-labels";

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
