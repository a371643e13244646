// Runs in a page that comes with its content: asks for the code once that is painted, so that the two
// do not share the line, and keeps the taps on buttons that cannot answer yet. `early-taps.ts` makes
// them again. Written for the browser as it is; the build writes it into the page.
const { code, needs, styles } = document.currentScript.dataset;
const LONG_ENOUGH_MS = 2000;
let isAsked = false;

function ask() {
  if (isAsked) return;
  isAsked = true;
  link("modulepreload", needs);
  document.head.append(
    Object.assign(document.createElement("script"), { type: "module", src: code }),
  );
  // The page has their rules in itself. Who loads a part of the product later looks for their links, and
  // for pages that come without content the browser has the files then. Before the page's own, so that
  // the order of all rules is the same while one file is there and the other is not.
  link("stylesheet", styles, document.querySelector("style"));
}

function link(rel, hrefs, before = null) {
  for (const href of hrefs.split(" ").filter(Boolean)) {
    document.head.insertBefore(
      Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" }),
      before,
    );
  }
}

const taps = [];
function keepTap(event) {
  const button = event.isTrusted && event.target.closest?.("button");
  if (!button) return;
  // The code may be half there: a tap that it answered and that is made again would count twice.
  event.stopImmediatePropagation();
  taps.push(button);
  ask();
}
addEventListener("click", keepTap, true);
window.earlyTaps = {
  take() {
    removeEventListener("click", keepTap, true);
    return taps.splice(0);
  },
};

new PerformanceObserver(() => setTimeout(ask)).observe({ type: "paint", buffered: true });
// A tab in the background paints nothing, and a picture may keep a page from being whole.
addEventListener("load", () => document.visibilityState === "hidden" && ask());
setTimeout(ask, LONG_ENOUGH_MS);
