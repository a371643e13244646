// Runs in a page that comes with its content. Loads the code after the first paint, so that the two do not share
// the line, and records clicks on buttons until `early-clicks.ts` replays them after hydration. Not compiled: the
// build writes it into the page.
const { code, needs, styles } = document.currentScript.dataset;
const LONG_ENOUGH_MS = 2000;
const PRELOADS_IN_A_TASK = 8;
let isAsked = false;

function ask() {
  if (isAsked) return;
  isAsked = true;
  document.head.append(
    // The page has their rules in itself, and applied twice they would be a second layout of it all. Vite's preload
    // helper skips the files that are linked when the code runs, and pages that come without content find them in the
    // browser's cache.
    ...links(styles, { rel: "stylesheet", media: "not all" }),
    element("script", { type: "module", src: code }),
  );
  appendInBatches(links(needs, { rel: "modulepreload" }));
  // Used once it is there, see page-shell.mjs: only headings are laid out again.
  document.fonts.load('700 1em "Bricolage Grotesque"').then(
    () => document.documentElement.toggleAttribute("data-heading-font", true),
    () => undefined,
  );
}

function links(hrefs, attributes) {
  const each = hrefs.split(" ").filter(Boolean);
  return each.map((href) => element("link", { href, crossOrigin: "", ...attributes }));
}

/** A request takes a phone about a millisecond to start: all in one task, they would hold up a tap. */
function appendInBatches(elements) {
  document.head.append(...elements.splice(0, PRELOADS_IN_A_TASK));
  if (elements.length > 0) setTimeout(() => appendInBatches(elements));
}

function element(name, attributes) {
  return Object.assign(document.createElement(name), attributes);
}

const clicked = [];
function recordClick(event) {
  const button = event.isTrusted && event.target.closest?.("button");
  if (!button) return;
  // Part of the code may have loaded: a click that it handled and that is replayed would count twice.
  event.stopImmediatePropagation();
  clicked.push(button);
  ask();
}
addEventListener("click", recordClick, true);
window.earlyClicks = {
  take() {
    removeEventListener("click", recordClick, true);
    return clicked.splice(0);
  },
};

new PerformanceObserver(() => setTimeout(ask)).observe({ type: "paint", buffered: true });
// A tab in the background paints nothing, and an image may keep a page from being whole.
addEventListener("load", () => document.visibilityState === "hidden" && ask());
setTimeout(ask, LONG_ENOUGH_MS);
