/**
 * Keeps the page fresh: fetches it again every two seconds and replaces the marked parts that have changed.
 * What is being typed stands outside those parts; focus inside one is given back to the same control.
 */
'use strict';

const REFRESH_MS = 2000;
const shown = new Map();

function remember(root) {
  for (const part of root.querySelectorAll('[data-live]')) shown.set(part.dataset.live, part.innerHTML);
}

function replacePart(part, html) {
  const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
  const atEnd = part.scrollHeight - part.scrollTop - part.clientHeight < 40;
  part.innerHTML = html;
  localTimes(part);
  if (atEnd) part.scrollTop = part.scrollHeight;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function refresh() {
  const response = await fetch(window.location.href, { headers: { Accept: 'text/html' } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  // The first message changes the whole page, not just a part of it.
  if (document.querySelector('[data-until]') && !fresh.querySelector('[data-until]')) window.location.reload();
  for (const part of document.querySelectorAll('[data-live]')) {
    const html = fresh.querySelector(`[data-live="${part.dataset.live}"]`)?.innerHTML;
    if (html === undefined || html === shown.get(part.dataset.live)) continue;
    shown.set(part.dataset.live, html);
    replacePart(part, html);
  }
}

async function keepFresh() {
  if (!document.hidden) await refresh().catch(() => undefined);
  setTimeout(keepFresh, REFRESH_MS);
}

fetch(window.location.href)
  .then(async (response) => remember(new DOMParser().parseFromString(await response.text(), 'text/html')))
  .catch(() => undefined)
  .finally(() => setTimeout(keepFresh, REFRESH_MS));
