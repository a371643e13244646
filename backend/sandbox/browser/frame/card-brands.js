/** Which network a number belongs to, how long it is and how it is written in groups. */
const BRANDS = [
  { name: 'visa', label: 'Visa', starts: /^4/, lengths: [16], cvcLength: 3 },
  { name: 'mastercard', label: 'Mastercard', starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], cvcLength: 3 },
  { name: 'amex', label: 'American Express', starts: /^3[47]/, lengths: [15], cvcLength: 4, groups: [4, 6, 5] },
  { name: 'discover', label: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16], cvcLength: 3 },
  { name: 'diners', label: 'Diners Club', starts: /^(30|36|38|39)/, lengths: [14, 16], cvcLength: 3 },
  { name: 'jcb', label: 'JCB', starts: /^35/, lengths: [16], cvcLength: 3 },
  { name: 'unionpay', label: 'UnionPay', starts: /^62/, lengths: [16, 17, 18, 19], cvcLength: 3 },
];
const UNKNOWN = { name: 'unknown', label: '', lengths: [16], cvcLength: 3 };
const FOURS = [4, 4, 4, 4, 3];

export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

export function brandOf(number) {
  return BRANDS.find((brand) => brand.starts.test(digitsOf(number))) ?? UNKNOWN;
}

/** The check digit rule that every card number obeys. */
export function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

export function formatNumber(text) {
  const brand = brandOf(text);
  let rest = digitsOf(text).slice(0, Math.max(...brand.lengths));
  const groups = [];
  for (const size of brand.groups ?? FOURS) {
    if (rest) groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return groups.join(' ');
}

/** `1` waits, `4` means April, and the slash comes by itself after the month. */
export function formatExpiry(text) {
  const lone = /^\s*(\d)\s*\//.exec(text);
  let digits = digitsOf(lone ? `0${text}` : text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // Autofill writes the whole year: 12/2034.
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Month and four-digit year of `MM / YY`, or null while it is incomplete. */
export function readExpiry(text) {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}
