/** The Payment Element's frame: card number, expiry, security code and, without an Address Element, country and ZIP. */
import { brandOf, digitsOf, formatExpiry, formatNumber, readExpiry } from './card-brands.js';
import { fieldOfCardError } from './checks.js';
import { ElementForm } from './element-form.js';
import { badge, field, row } from './fields.js';
import { countryOptions } from './places.js';

const numeric = (autocomplete, placeholder, maxlength) => ({ inputmode: 'numeric', autocomplete, placeholder, maxlength, spellcheck: 'false' });

export class PaymentForm extends ElementForm {
  constructor(form) {
    const brand = badge('Brand');
    const number = field({ name: 'number', label: 'Card number', attributes: numeric('cc-number', '1234 1234 1234 1234'), extras: [brand] });
    const expiry = field({ name: 'expiry', label: 'Expiration date', attributes: numeric('cc-exp', 'MM / YY') });
    const cvc = field({ name: 'cvc', label: 'Security code', attributes: numeric('cc-csc', 'CVC', 4) });
    const country = field({ name: 'country', label: 'Country', options: countryOptions(), attributes: { autocomplete: 'billing country' } });
    const postalCode = field({ name: 'postalCode', label: 'ZIP code', attributes: numeric('billing postal-code', '12345', 10) });
    super(form, [number, expiry, cvc, country, postalCode]);
    this.brand = brand;
    form.append(
      row('number', [number]),
      row('expiry', [expiry, cvc]),
      row('address', [country, postalCode], { columns: true }),
    );
  }

  applyOptions(options) {
    this.options = { ...this.options, ...options };
    this.#showAddress();
  }

  applySettings({ ownAddress }) {
    this.ownAddress = ownAddress;
    this.#showAddress();
  }

  /** A billing Address Element on the page makes the frame's own address fields superfluous. */
  #showAddress() {
    const never = this.options?.fields?.billingDetails === 'never' || this.options?.fields?.billingDetails?.address === 'never';
    this.setHidden(['country', 'postalCode'], ['address'], never || this.ownAddress === false);
  }

  format(item, event) {
    // While deleting, the slash must not come back under the cursor.
    const deleting = event.inputType?.startsWith('delete');
    if (item.name === 'number') this.#formatNumber(item.input);
    if (item.name === 'expiry' && !deleting) item.input.value = formatExpiry(item.input.value);
    if (item.name === 'cvc') item.input.value = digitsOf(item.input.value).slice(0, this.cvcLength);
    if (item.name === 'country') this.#labelPostalCode(item.input.value);
  }

  get cvcLength() {
    return brandOf(this.find('number').input.value).cvcLength;
  }

  /** Keeps the cursor behind the digit it stood behind, although spaces come and go. */
  #formatNumber(input) {
    const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
    input.value = formatNumber(input.value);
    let cursor = 0;
    for (let seen = 0; seen < digitsBefore && cursor < input.value.length; cursor += 1) {
      if (/\d/.test(input.value[cursor])) seen += 1;
    }
    if (document.activeElement === input) input.setSelectionRange(cursor, cursor);
    this.showBrand();
  }

  showBrand() {
    const brand = brandOf(this.find('number').input.value);
    this.brand.dataset.brand = brand.name;
    this.brand.textContent = brand.label;
    this.find('cvc').input.placeholder = brand.cvcLength === 4 ? '4 digits' : 'CVC';
  }

  #labelPostalCode(country) {
    this.find('postalCode').label.textContent = country === 'US' ? 'ZIP code' : 'Postal code';
  }

  /** The card as the API takes it; leaves the frame only towards the API. */
  get card() {
    const { number, expiry, cvc } = this.values;
    const { month, year } = readExpiry(expiry);
    return { number: digitsOf(number), exp_month: month, exp_year: year, cvc };
  }

  get billingAddress() {
    const { country, postalCode } = this.values;
    return postalCode ? { address: { country, postal_code: postalCode } } : {};
  }

  showAnswer(answer) {
    this.forgetRefusals();
    const name = fieldOfCardError(answer.error);
    if (name) this.refuse(name, answer.error.message);
  }

  clear() {
    super.clear();
    this.showBrand();
  }

  get state() {
    return { elementType: 'payment', empty: this.empty, complete: this.complete, collapsed: false, value: { type: 'card' } };
  }

  get value() {
    return { type: 'card' };
  }
}
