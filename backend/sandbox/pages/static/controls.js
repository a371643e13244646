/** The buttons of the overview: copying a card number, and the sandbox's own controls. */
'use strict';

const said = document.getElementById('said');
let silence;

function say(text) {
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => {
    said.textContent = '';
  }, 4000);
}

async function call(method, path, body) {
  const init = { method };
  if (body) Object.assign(init, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(path, init);
  if (response.ok) return;
  const answer = await response.json().catch(() => ({}));
  throw new Error(answer.error?.message ?? `The sandbox answered ${response.status}.`);
}

async function attempt(work, done) {
  try {
    await work();
    say(done);
    await refresh();
  } catch (problem) {
    say(problem.message);
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.copy) {
    attempt(() => navigator.clipboard.writeText(button.dataset.copy), `Copied ${button.dataset.copy}`);
  }
  if (!button?.dataset.call) return;
  if (button.dataset.confirm && !window.confirm(button.dataset.confirm)) return;
  const [method, path] = button.dataset.call.split(' ');
  attempt(() => call(method, path, button.dataset.body && JSON.parse(button.dataset.body)), 'Done');
});

const fault = document.getElementById('fault');

function offerModes() {
  const target = fault.elements.target.value;
  for (const option of fault.elements.mode.options) {
    option.disabled = option.hidden = Boolean(option.dataset.only) && option.dataset.only !== target;
  }
  if (fault.elements.mode.selectedOptions[0]?.disabled) fault.elements.mode.value = 'error';
}

if (fault) {
  offerModes();
  fault.elements.target.addEventListener('change', offerModes);
  fault.addEventListener('submit', (event) => {
    event.preventDefault();
    const { target, mode, match, times } = Object.fromEntries(new FormData(fault));
    const body = { target, mode, ...(match && { match }), ...(times && { times: Number(times) }) };
    attempt(() => call('POST', '/_sandbox/faults', body), 'The fault is set');
  });
}
