/** The form inside a frame: its fields, when their errors are shown, and whether all of it is complete. */
import { CHECKS } from './checks.js';
import { showError } from './fields.js';

export class ElementForm {
  constructor(form, fields) {
    this.form = form;
    this.fields = fields;
    this.hidden = new Set();
    this.settings = {};
  }

  get active() {
    return this.fields.filter((item) => !this.hidden.has(item.name));
  }

  get values() {
    return Object.fromEntries(this.active.map((item) => [item.name, item.input.value.trim()]));
  }

  find(name) {
    return this.fields.find((item) => item.name === name);
  }

  problemOf(item) {
    return CHECKS[item.name](item.input.value.trim(), this.values, this.settings);
  }

  get complete() {
    return this.active.every((item) => !this.problemOf(item));
  }

  get empty() {
    return this.active.filter((item) => item.name !== 'country').every((item) => !item.input.value.trim());
  }

  /** Shows every error and returns the first: what the page asks for before it pays. */
  validate() {
    let first = null;
    for (const item of this.active) {
      const problem = this.problemOf(item);
      // The bank's sentence stays until the field is edited.
      if (problem || !item.refused) showError(item, problem?.message);
      first ??= problem;
    }
    return first;
  }

  /** While typing an error only goes away; it never appears under the typing finger. */
  noteTyping(item) {
    item.refused = false;
    if (item.error.textContent && !this.problemOf(item)) showError(item, null);
    if (item.input.getAttribute('aria-invalid') === 'true' && !item.input.value) showError(item, null);
  }

  /** On leaving a field that has been filled wrongly, its error is shown; an untouched field stays quiet. */
  noteLeaving(item) {
    if (item.input.value.trim() && !item.refused) showError(item, this.problemOf(item)?.message);
  }

  refuse(name, message) {
    const item = this.find(name);
    item.refused = true;
    showError(item, message);
  }

  forgetRefusals() {
    for (const item of this.active.filter((field) => field.refused)) {
      item.refused = false;
      showError(item, null);
    }
  }

  focusFirst() {
    this.active[0].input.focus();
  }

  focusError() {
    this.active.find((item) => item.input.getAttribute('aria-invalid') === 'true')?.input.focus();
  }

  clear() {
    this.form.reset();
    for (const item of this.fields) showError(item, null);
  }

  setHidden(names, rows, hide) {
    for (const name of names) this.hidden[hide ? 'add' : 'delete'](name);
    for (const name of rows) this.form.querySelector(`[data-row="${name}"]`).hidden = hide;
  }
}
