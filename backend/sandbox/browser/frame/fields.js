/** Builds one labelled input with its error line; everything is made with DOM calls, never from markup text. */
function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function control({ name, options, attributes = {} }) {
  const shared = {
    class: 'Input',
    id: `Field-${name}Input`,
    name,
    'aria-describedby': `Field-${name}Error`,
    'aria-invalid': 'false',
    ...attributes,
  };
  if (!options) return element('input', { type: 'text', ...shared });
  return element('select', shared, ...options.map(([value, label]) => element('option', { value }, label)));
}

export function field(definition) {
  const input = control(definition);
  const label = element('label', { class: 'Label', for: input.id }, definition.label);
  const error = element('p', { class: 'Error', id: `Field-${definition.name}Error`, role: 'alert' });
  const box = element('div', { class: 'InputBox' }, input, ...(definition.extras ?? []));
  return { name: definition.name, label, input, error, node: element('div', { class: 'Field' }, label, box) };
}

/**
 * Fields that stand side by side. Long errors share the full width beneath, where a sentence fits;
 * with `columns` each stands under its own field.
 */
export function row(name, fields, { columns = false } = {}) {
  const inputs = element('div', { class: 'RowInputs' }, ...fields.map((item) => item.node));
  const errors = element('div', { class: columns ? 'RowErrors RowErrors--columns' : 'RowErrors' }, ...fields.map((item) => item.error));
  return element('div', { class: 'Row', 'data-row': name }, inputs, errors);
}

export function badge(className) {
  return element('span', { class: className, 'aria-hidden': 'true' });
}

/** Shows the sentence under its field, or clears it. */
export function showError(item, message) {
  item.error.textContent = message ?? '';
  item.input.setAttribute('aria-invalid', String(Boolean(message)));
  item.input.classList.toggle('Input--invalid', Boolean(message));
  item.label.classList.toggle('Label--invalid', Boolean(message));
}
