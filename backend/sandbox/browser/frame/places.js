/** Countries and states that the address fields offer. */
const COUNTRIES = ['US', 'AU', 'AT', 'BE', 'BR', 'CA', 'CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IE', 'IT', 'JP', 'MX', 'NL', 'NO', 'NZ', 'PT', 'SE'];

const STATES =
  'AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|AA Armed Forces (AA)|AE Armed Forces (AE)|' +
  'AP Armed Forces (AP)|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|' +
  'GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|' +
  'MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|' +
  'NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|' +
  'MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|' +
  'SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VI Virgin Islands|VA Virginia|' +
  'WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming';

/** Pairs of code and name, in the reader's language, limited to what the page allows. */
export function countryOptions(allowed) {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return (allowed?.length ? allowed : COUNTRIES).map((code) => [code, names.of(code)]);
}

export function stateOptions() {
  return [['', 'Select'], ...STATES.split('|').map((entry) => [entry.slice(0, 2), entry.slice(3)])];
}
