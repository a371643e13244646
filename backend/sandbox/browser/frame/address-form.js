/**
 * The Address Element's frame: a name, a postal address and, when asked for, a phone. As the provider's own, which
 * completes addresses, it begins with the street; the rest unfolds with it.
 */
import { digitsOf } from './card-brands.js';
import { ElementForm } from './element-form.js';
import { field, row } from './fields.js';
import { countryOptions, stateOptions } from './places.js';

/** The rows below the street, but for the phone. */
const REST = ['addressLine2', 'locality', 'region'];

function formatPhone(text) {
  const digits = digitsOf(text).replace(/^1/, '').slice(0, 10);
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return area;
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

export class AddressForm extends ElementForm {
  constructor(form, options) {
    const text = (name, label, autocomplete, more = {}) =>
      field({ name, label, attributes: { autocomplete: `${options.mode ?? 'billing'} ${autocomplete}`, ...more } });
    const onlyUs = options.allowedCountries?.length === 1 && options.allowedCountries[0] === 'US';
    const state = onlyUs
      ? field({ name: 'administrativeArea', label: 'State', options: stateOptions(), attributes: { autocomplete: 'billing address-level1' } })
      : text('administrativeArea', 'State', 'address-level1');
    const country = field({ name: 'country', label: 'Country or region', options: countryOptions(options.allowedCountries), attributes: { autocomplete: 'billing country' } });
    const fields = {
      name: text('name', 'Full name', 'name', { placeholder: 'First and last name' }),
      country,
      addressLine1: text('addressLine1', 'Address line 1', 'address-line1', { placeholder: 'Street address' }),
      addressLine2: text('addressLine2', 'Address line 2 (optional)', 'address-line2', { placeholder: 'Apt., suite, unit number, etc.' }),
      locality: text('locality', 'City', 'address-level2'),
      administrativeArea: state,
      postalCode: text('postalCode', 'ZIP code', 'postal-code', { inputmode: onlyUs ? 'numeric' : undefined, maxlength: 10 }),
      phone: text('phone', 'Phone number', 'tel', { type: 'tel', inputmode: 'tel', placeholder: '(201) 555-0123' }),
    };
    super(form, Object.values(fields));
    this.options = {};
    form.append(
      row('name', [fields.name]),
      row('country', [country]),
      row('addressLine1', [fields.addressLine1]),
      row('addressLine2', [fields.addressLine2]),
      row('locality', [fields.locality]),
      row('region', [state, fields.postalCode], { columns: true }),
      row('phone', [fields.phone]),
    );
    this.#fillIn(options.defaultValues ?? {});
    this.#fold(!options.defaultValues?.address?.line1);
    const { input } = fields.addressLine1;
    for (const kind of ['focus', 'input']) input.addEventListener(kind, () => this.#fold(false));
  }

  #fold(isFolded) {
    for (const name of REST) this.form.querySelector(`[data-row="${name}"]`).hidden = isFolded;
  }

  /** What is missing is seen. */
  validate() {
    this.#fold(false);
    return super.validate();
  }

  #fillIn({ name, phone, address = {} }) {
    const given = {
      name,
      phone: phone && formatPhone(phone),
      country: address.country,
      addressLine1: address.line1,
      addressLine2: address.line2,
      locality: address.city,
      administrativeArea: address.state,
      postalCode: address.postal_code,
    };
    for (const [key, value] of Object.entries(given)) {
      if (value) this.find(key).input.value = value;
    }
  }

  applyOptions(options) {
    this.options = { ...this.options, ...options };
    this.settings.phoneRequired = this.options.validation?.phone?.required ?? 'auto';
    const optional = this.settings.phoneRequired !== 'always';
    this.find('phone').label.textContent = optional ? 'Phone number (optional)' : 'Phone number';
    this.setHidden(['phone'], ['phone'], this.options.fields?.phone !== 'always');
  }

  applySettings() {}

  format(item, event) {
    const deleting = event.inputType?.startsWith('delete');
    if (item.name === 'phone' && !deleting) item.input.value = formatPhone(item.input.value);
    if (item.name === 'country') {
      this.find('postalCode').label.textContent = item.input.value === 'US' ? 'ZIP code' : 'Postal code';
    }
  }

  get value() {
    const { name, phone, addressLine1, addressLine2, locality, administrativeArea, postalCode, country } = this.values;
    const address = {
      line1: addressLine1,
      line2: addressLine2 || null,
      city: locality,
      state: administrativeArea,
      postal_code: postalCode,
      country,
    };
    return phone ? { name, address, phone: `+1${digitsOf(phone).slice(-10)}` } : { name, address };
  }

  get state() {
    return {
      elementType: 'address',
      elementMode: this.options.mode ?? 'billing',
      empty: this.empty,
      complete: this.complete,
      isNewAddress: true,
      value: this.value,
    };
  }
}
