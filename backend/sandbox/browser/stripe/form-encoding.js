/**
 * Stripe's own form encoding: nested objects become `a[b][c]`, lists `a[0]`.
 * A plain function, not a module, because both the page's script and the frames load it.
 */
function encodeForm(value, prefix = '', form = new URLSearchParams()) {
  for (const [key, item] of Object.entries(value)) {
    const name = prefix ? `${prefix}[${key}]` : key;
    if (item === undefined || item === null) continue;
    if (typeof item === 'object') encodeForm(item, name, form);
    else form.append(name, String(item));
  }
  return form;
}
