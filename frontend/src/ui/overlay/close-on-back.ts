import { useEffectEvent, useLayoutEffect } from "react";

/**
 * The browser's Back, and the gesture of a phone, close what lies over a page and stay on the page. Each overlay that
 * is open has an entry of the browser's history, with the page's address and the number of overlays up to it. Routers
 * never hear of these entries: they would take a step between them for a navigation.
 */
const MARK = "overlays";

/** An overlay that the page opens by itself after a reload has registered by then. */
const AFTER_LOAD_MS = 1_000;

/** What is open, the lowest first. */
const opened: { close: () => void }[] = [];

/** Where the overlays were opened. */
let address = "";

/** How long the history was then. What frames of the page add to it since, as a bank's check does, lies above. */
let lengthWhenOpened = 0;

/** No browser takes so long to go back; an entry of a frame that is gone answers nothing at all. */
const BACK_MS = 1_000;

/** Runs once the browser has taken the entries back; null while none is on its way. */
let whenBack: (() => void) | null = null;

/** Closes by Back as long as it is open. What refuses to close stays open, and keeps its entry. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const handleBack = useEffectEvent(close);
  // A layout effect, because it also ends where a page that is still loading hides this one.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const overlay = { close: () => handleBack() };
    opened.push(overlay);
    // In the task that opens it, because Back may be the very next thing.
    settle();
    return () => {
      opened.splice(opened.indexOf(overlay), 1);
      setTimeout(settle);
    };
  }, [isOpen]);
}

/** Navigates from the page's own entry, for what goes back or replaces the page while an overlay may be open. */
export function belowOverlays(navigate: () => void): void {
  if (entryDepth() > 0) takeBack(entryDepth(), navigate);
  else navigate();
}

/** How many overlays were open when the present entry was made. */
function entryDepth(): number {
  return Number(window.history.state?.[MARK] ?? 0);
}

/**
 * Gives every open overlay its entry, and takes back those of closed ones. After one is closed it is called in a task
 * of its own, so that an overlay which takes the place of another takes its entry as well.
 */
function settle(): void {
  if (whenBack) return;
  const surplus = entryDepth() - opened.length;
  if (surplus > 0) takeBack(surplus, () => setTimeout(settle));
  for (let depth = entryDepth() + 1; depth <= opened.length; depth += 1) {
    window.history.pushState({ ...window.history.state, [MARK]: depth }, "");
    lengthWhenOpened = window.history.length;
  }
  address = window.location.href;
}

function takeBack(entries: number, then: () => void): void {
  const ofFrames = lengthWhenOpened ? Math.max(0, window.history.length - lengthWhenOpened) : 0;
  whenBack = then;
  window.history.go(-entries - ofFrames);
  // What waits for it, as the confirmation of a payment, comes in any case.
  setTimeout(() => {
    if (whenBack !== then) return;
    whenBack = null;
    then();
  }, BACK_MS);
}

function handlePop(event: PopStateEvent): void {
  const then = whenBack;
  whenBack = null;
  if (then) {
    event.stopImmediatePropagation();
    then();
    return;
  }
  setTimeout(settle);
  if (opened.length === 0 || window.location.href !== address) return;
  event.stopImmediatePropagation();
  for (const overlay of opened.slice(entryDepth()).reverse()) overlay.close();
}

/** A link within an overlay: the page takes the overlay's entry, which would be a step back to nowhere. */
function replaceOverlays(): void {
  const push = window.history.pushState;
  window.history.pushState = (state, ...page) => {
    if (entryDepth() > 0 && !state?.[MARK]) window.history.replaceState(state, ...page);
    else push.call(window.history, state, ...page);
  };
}

if (typeof window !== "undefined") {
  replaceOverlays();
  window.addEventListener("popstate", handlePop, { capture: true });
  // A reload keeps the entry of what was open.
  setTimeout(settle, AFTER_LOAD_MS);
}
