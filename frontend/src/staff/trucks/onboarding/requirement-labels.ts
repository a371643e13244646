/** The provider's requirement codes (`individual.id_number`) in words that an owner understands. */

import { messages as m } from "@/messages";

const LABELS: Readonly<Record<string, string>> = {
  get "business_profile.mcc"() {
    return m.staff.trucksOnboarding.whatTheBusinessSells;
  },
  get "business_profile.product_description"() {
    return m.staff.trucksOnboarding.descriptionOfWhatIsSold;
  },
  get "business_profile.url"() {
    return m.staff.trucksOnboarding.theBusinesssWebsite;
  },
  get business_type() {
    return m.staff.trucksOnboarding.typeOfBusiness;
  },
  get dob() {
    return m.staff.trucksOnboarding.dateOfBirth;
  },
  get date_of_birth() {
    return m.staff.trucksOnboarding.dateOfBirth;
  },
  get email() {
    return m.staff.trucksOnboarding.emailAddress;
  },
  get external_account() {
    return m.staff.trucksOnboarding.bankAccountForPayouts;
  },
  get default_outbound_destination() {
    return m.staff.trucksOnboarding.bankAccountForPayouts;
  },
  get first_name() {
    return m.staff.trucksOnboarding.firstName;
  },
  get given_name() {
    return m.staff.trucksOnboarding.firstName;
  },
  get last_name() {
    return m.staff.trucksOnboarding.lastName;
  },
  get surname() {
    return m.staff.trucksOnboarding.lastName;
  },
  get address() {
    return m.staff.trucksOnboarding.homeAddress;
  },
  get id_number() {
    return m.staff.trucksOnboarding.socialSecurityOrTaxpayerNumber;
  },
  get ssn_last_4() {
    return m.staff.trucksOnboarding.lastFourDigitsOfSocial;
  },
  get phone() {
    return m.staff.trucksOnboarding.phoneNumber;
  },
  get tos_acceptance() {
    return m.staff.trucksOnboarding.agreementToPaymentProvidersTerms;
  },
  get "verification.additional_document"() {
    return m.staff.trucksOnboarding.secondDocumentThatProvesAddress;
  },
  get "verification.document"() {
    return m.staff.trucksOnboarding.photoOfIdentityDocument;
  },
};

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
    const words = LABELS[part];
    if (words) return words;
  }
  const plain = own.replaceAll(".", ": ").replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function withoutOwners(code: string): string {
  const shorter = code.replace(OWNERS, "");
  return shorter === code ? code : withoutOwners(shorter);
}
