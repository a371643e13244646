/** The provider's requirement codes (`individual.id_number`) in words that an owner understands. */

const LABELS: Readonly<Record<string, string>> = {
  "business_profile.mcc": "What the business sells",
  "business_profile.product_description": "A description of what is sold",
  "business_profile.url": "The business's website",
  business_type: "Type of business",
  dob: "Date of birth",
  date_of_birth: "Date of birth",
  email: "Email address",
  external_account: "Bank account for payouts",
  default_outbound_destination: "Bank account for payouts",
  first_name: "First name",
  given_name: "First name",
  last_name: "Last name",
  surname: "Last name",
  address: "Home address",
  id_number: "Social Security or taxpayer number",
  ssn_last_4: "Last four digits of the Social Security number",
  phone: "Phone number",
  tos_acceptance: "Agreement to the payment provider's terms",
  "verification.additional_document": "A second document that proves the address",
  "verification.document": "A photo of an identity document",
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
