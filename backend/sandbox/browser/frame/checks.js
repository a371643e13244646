/** Each field's rule: null when the text is good, else Stripe's code and sentence. */
import { brandOf, digitsOf, passesLuhn, readExpiry } from './card-brands.js';

const fault = (code, message) => ({ type: 'validation_error', code, message });

function checkNumber(text) {
  const digits = digitsOf(text);
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths)) return fault('incomplete_number', 'Your card number is incomplete.');
  const good = lengths.includes(digits.length) && passesLuhn(digits);
  return good ? null : fault('invalid_number', 'Your card number is invalid.');
}

function checkExpiry(text, _values, _settings, now = new Date()) {
  const expiry = readExpiry(text);
  if (!expiry) return fault('incomplete_expiry', 'Your card’s expiration date is incomplete.');
  if (expiry.month < 1 || expiry.month > 12) {
    return fault('invalid_expiry_month', 'Your card’s expiration date is invalid.');
  }
  const years = expiry.year - now.getFullYear();
  if (years < 0) return fault('invalid_expiry_year_past', 'Your card’s expiration year is in the past.');
  if (years > 50) return fault('invalid_expiry_year', 'Your card’s expiration year is invalid.');
  if (years === 0 && expiry.month < now.getMonth() + 1) {
    return fault('invalid_expiry_month_past', 'Your card’s expiration date is in the past.');
  }
  return null;
}

function checkCvc(text, values) {
  const enough = digitsOf(text).length >= brandOf(values.number).cvcLength;
  return enough ? null : fault('incomplete_cvc', 'Your card’s security code is incomplete.');
}

function checkPostalCode(text, values) {
  if (values.country !== 'US') {
    return text ? null : fault('incomplete_zip', 'Your postal code is incomplete.');
  }
  return /^\d{5}(-?\d{4})?$/.test(text) ? null : fault('incomplete_zip', 'Your ZIP is invalid.');
}

function checkPhone(text, _values, settings) {
  const digits = digitsOf(text);
  if (!digits && settings.phoneRequired !== 'always') return null;
  const complete = digits.length === 10 || (digits.length === 11 && digits.startsWith('1'));
  return complete ? null : fault('incomplete_phone_number', 'Your phone number is incomplete.');
}

const required = (code, message = 'This field is incomplete.') => (text) => (text ? null : fault(code, message));

export const CHECKS = {
  number: checkNumber,
  expiry: checkExpiry,
  cvc: checkCvc,
  country: () => null,
  postalCode: checkPostalCode,
  name: required('incomplete_name', 'Please provide your full name.'),
  addressLine1: required('incomplete_address_line1'),
  addressLine2: () => null,
  locality: required('incomplete_locality'),
  administrativeArea: required('incomplete_administrative_area'),
  phone: checkPhone,
};

/** The field that an answer of the bank is about, so that the sentence stands where it can be mended. */
export function fieldOfCardError(error) {
  if (error?.type !== 'card_error') return null;
  if (['incorrect_cvc', 'invalid_cvc'].includes(error.code)) return 'cvc';
  return error.code === 'expired_card' ? 'expiry' : 'number';
}
