/** The reply box: what a customer would answer from the phone. */
'use strict';

const reply = document.getElementById('reply');
const bubbles = document.getElementById('bubbles');

async function sendReply(body) {
  const problem = document.getElementById('problem');
  problem.textContent = '';
  const response = await fetch('/_sandbox/messages/inbound', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: reply.dataset.phone, body }),
  }).catch(() => null);
  if (response?.ok) {
    await refresh();
    bubbles.scrollTop = bubbles.scrollHeight;
    return true;
  }
  const answer = await response?.json().catch(() => ({}));
  problem.textContent = answer?.error?.message ?? 'The reply could not be sent. Is the sandbox running?';
  return false;
}

if (reply) {
  bubbles.scrollTop = bubbles.scrollHeight;
  reply.addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = reply.elements.text;
    if (input.value.trim() && (await sendReply(input.value))) input.value = '';
    input.focus();
  });
  for (const button of reply.querySelectorAll('[data-word]')) {
    button.addEventListener('click', () => sendReply(button.dataset.word));
  }
}
