/** Runs inside each Element's frame: builds the form, listens to the customer and answers the page. */
import { AddressForm } from './address-form.js';
import { applyAppearance, loadFonts } from './appearance.js';
import { Channel } from './channel.js';
import { Height } from './height.js';
import { PaymentForm } from './payment-form.js';
import { postCard } from './post-card.js';

const query = new URLSearchParams(window.location.search);
const formNode = document.getElementById('form');
const FORMS = { payment: PaymentForm, address: AddressForm };
let form = null;
let lastState = '';

const withForm = (act) => (data) => (form ? act(data) : undefined);

const channel = new Channel(query.get('parent'), {
  init,
  settings: withForm(applySettings),
  options: withForm((options) => form.applyOptions(options)),
  focus: withForm(() => form.focusFirst()),
  'focus-error': withForm(() => form.focusError()),
  blur: () => document.activeElement?.blur(),
  clear: withForm(() => {
    form.clear();
    tellChange();
  }),
  value: withForm(() => ({ complete: form.complete, value: form.value })),
  validate: withForm(() => {
    height.release();
    return { error: form.validate() };
  }),
  post: withForm(async (request) => {
    const answer = await postCard(form, request);
    form.showAnswer(answer);
    height.release();
    return answer;
  }),
});
const height = new Height(document.getElementById('content'), (pixels) => channel.tell('height', pixels));

function applySettings(settings) {
  applyAppearance(settings.appearance);
  form.applySettings(settings);
}

function init({ options, ...settings }) {
  if (form) return;
  document.getElementById('skeleton').remove();
  loadFonts(settings.fonts);
  form = new FORMS[query.get('element')](formNode, options);
  form.applyOptions(options);
  applySettings(settings);
  formNode.hidden = false;
  // A frame that is out of sight is not drawn, and so hears of no resize.
  height.release();
  channel.tell('ready');
  if (!form.empty) tellChange();
}

function tellChange() {
  const state = form.state;
  if (JSON.stringify(state) === lastState) return;
  lastState = JSON.stringify(state);
  channel.tell('change', state);
}

function fieldOf(event) {
  return form.find(event.target.name);
}

formNode.addEventListener('input', (event) => {
  const item = fieldOf(event);
  form.format(item, event);
  form.noteTyping(item);
  height.release();
  tellChange();
});
formNode.addEventListener('focusin', (event) => {
  height.release();
  if (!formNode.contains(event.relatedTarget)) channel.tell('focus');
});
formNode.addEventListener('focusout', (event) => {
  const leaving = !formNode.contains(event.relatedTarget);
  if (leaving) height.hold();
  form.noteLeaving(fieldOf(event));
  if (leaving) channel.tell('blur');
});
formNode.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') channel.tell('escape');
  if (event.key !== 'Enter' || event.target.tagName === 'SELECT') return;
  event.preventDefault();
  channel.tell('enter');
});
formNode.addEventListener('submit', (event) => event.preventDefault());

channel.tell('hello');
