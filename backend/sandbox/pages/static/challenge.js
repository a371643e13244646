/** Tells the shop, and only the origin that opened this frame, that the bank is done or was left. */
'use strict';

const { parent: shop, done } = document.body.dataset;

function tellShop(kind) {
  if (shop && window.parent !== window) window.parent.postMessage({ kind }, shop);
}

if (done === 'yes') tellShop('challenge-done');
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tellShop('challenge-closed');
});
