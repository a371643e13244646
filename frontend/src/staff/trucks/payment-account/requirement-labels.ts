/** The provider's requirement codes (`individual.id_number`) in words that an owner understands. */

import { messages as m } from "@/messages";

const labels = (): Readonly<Record<string, string>> => ({
  "business_profile.mcc": m.staff.trucksOnboarding.whatTheBusinessSells,
  "business_profile.product_description": m.staff.trucksOnboarding.descriptionOfWhatIsSold,
  "business_profile.url": m.staff.trucksOnboarding.theBusinesssWebsite,
  business_type: m.staff.trucksOnboarding.typeOfBusiness,
  dob: m.staff.trucksOnboarding.dateOfBirth,
  date_of_birth: m.staff.trucksOnboarding.dateOfBirth,
  email: m.staff.trucksOnboarding.emailAddress,
  external_account: m.staff.trucksOnboarding.bankAccountForPayouts,
  default_outbound_destination: m.staff.trucksOnboarding.bankAccountForPayouts,
  first_name: m.staff.trucksOnboarding.firstName,
  given_name: m.staff.trucksOnboarding.firstName,
  last_name: m.staff.trucksOnboarding.lastName,
  surname: m.staff.trucksOnboarding.lastName,
  address: m.staff.trucksOnboarding.homeAddress,
  id_number: m.staff.trucksOnboarding.socialSecurityOrTaxpayerNumber,
  ssn_last_4: m.staff.trucksOnboarding.lastFourDigitsOfSocial,
  phone: m.staff.trucksOnboarding.phoneNumber,
  tos_acceptance: m.staff.trucksOnboarding.agreementToPaymentProvidersTerms,
  "verification.additional_document": m.staff.trucksOnboarding.secondDocumentThatProvesAddress,
  "verification.document": m.staff.trucksOnboarding.photoOfIdentityDocument,
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
