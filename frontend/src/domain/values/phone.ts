/** US phone numbers: as typed at checkout, and as a text message needs them. */

export const PHONE_DIGITS = 10;
export const PHONE_INPUT_MAX_LENGTH = 14;

export function phoneDigits(text: string): string {
  return text.replace(/\D/g, "");
}

/**
 * Formats what has been typed so far towards (123) 456-7890; further digits are dropped. A number of another country
 * stays one, so that it is not taken for a US number that begins like it.
 */
export function formatPhoneInput(text: string): string {
  if (isForeignPhone(text)) return `+${phoneDigits(text)}`.slice(0, PHONE_INPUT_MAX_LENGTH);
  const digits = nationalDigits(text);
  if (digits.length === 0) return "";
  if (digits.length <= 3) return `(${digits}`;
  const area = digits.slice(0, 3);
  if (digits.length <= 6) return `(${area}) ${digits.slice(3)}`;
  return `(${area}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Whether a text begins as a number of another country, such as +44 20 7946 0958, or may become one. */
export function isForeignPhone(text: string): boolean {
  return /^\D*\+(?!1)/.test(text);
}

/** Whether a checkout phone has exactly ten digits. */
export function isCheckoutPhone(text: string): boolean {
  return !isForeignPhone(text) && phoneDigits(text).length === PHONE_DIGITS;
}

/** Whether a text message can go there: ten digits, or eleven that start with 1. */
export function isSmsPhone(text: string): boolean {
  return /^1?\d{10}$/.test(phoneDigits(text));
}

/** A valid SMS phone as +1 and ten digits; null when it is not valid. */
export function toSmsPhone(text: string): string | null {
  return isSmsPhone(text) ? `+1${phoneDigits(text).slice(-PHONE_DIGITS)}` : null;
}

/** A stored number (+15551234567) as (555) 123-4567; anything else as it is. */
export function displayPhone(text: string): string {
  const normalised = toSmsPhone(text);
  return normalised ? formatPhoneInput(normalised.slice(2)) : text;
}

/** Browsers fill in numbers with the country code; no US area code starts with 1. */
function nationalDigits(text: string): string {
  const digits = phoneDigits(text);
  const hasCountryCode =
    digits.startsWith("1") && (digits.length > PHONE_DIGITS || /^\D*\+/.test(text));
  return (hasCountryCode ? digits.slice(1) : digits).slice(0, PHONE_DIGITS);
}
