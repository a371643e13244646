import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { putUpGate } from "./history-gate";

/**
 * Holds back whoever is about to leave a page with unsaved work: by a link, by the browser's back
 * and forward, by closing the tab. The router's own blocker does the same, but the kind of router
 * that it needs would add a fifth to what every customer loads.
 */
export function useLeaveGuard(active: boolean) {
  const navigate = useNavigate();
  const [held, setHeld] = useState<(() => void) | null>(null);
  const passing = useRef(false);

  function hold(go: () => void) {
    setHeld(() => go);
  }

  useUnloadQuestion(active, passing);
  useHeldLinks(active, (address) => hold(() => navigate(address)));
  useHeldHistory(active, passing, hold);

  return {
    /** Whether somebody is waiting for an answer. */
    isHeld: held !== null,
    /** Goes at once when nothing is unsaved, and asks first otherwise. */
    leave: (go: () => void) => (active ? hold(go) : go()),
    proceed: () => {
      passing.current = true;
      setHeld(null);
      held?.();
    },
    stay: () => setHeld(null),
  };
}

type Flag = { current: boolean };

function useUnloadQuestion(active: boolean, passing: Flag): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!passing.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active, passing]);
}

function useHeldLinks(active: boolean, onHeld: (address: string) => void): void {
  const handleHeld = useEffectEvent(onHeld);
  useEffect(() => {
    if (!active) return;
    const catchLink = (event: MouseEvent) => {
      const address = innerAddress(event);
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      handleHeld(address);
    };
    // The document's capture phase comes before React hands the click to the link.
    document.addEventListener("click", catchLink, { capture: true });
    return () => document.removeEventListener("click", catchLink, { capture: true });
  }, [active]);
}

/** The other page of this application that a click leads to in this tab; null for anything else. */
function innerAddress(event: MouseEvent): string | null {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || modified || event.button !== 0) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin) return null;
  if (hash && pathname === window.location.pathname) return null;
  return pathname + search + hash;
}

/**
 * The browser has already moved when it says so; it is sent back to where it was, and the router,
 * which listens after us, hears of neither step.
 */
function useHeldHistory(active: boolean, passing: Flag, hold: (go: () => void) => void): void {
  const { key } = useLocation();
  const shown = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own key and number.
  useEffect(() => {
    shown.current = entryNumber();
  }, [key]);
  const handleHeld = useEffectEvent(hold);
  useEffect(() => {
    if (!active) return;
    let returning = false;
    const catchStep = (event: PopStateEvent) => {
      if (passing.current) return;
      if (returning) {
        returning = false;
        event.stopImmediatePropagation();
        return;
      }
      const [from, to] = [shown.current, entryNumber()];
      if (from === null || to === null || from === to) return;
      event.stopImmediatePropagation();
      returning = true;
      window.history.go(from - to);
      handleHeld(() => window.history.go(to - from));
    };
    return putUpGate(catchStep);
  }, [active, passing]);
}

/** The router numbers the entries of the history that it makes. */
function entryNumber(): number | null {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !("idx" in state)) return null;
  return typeof state.idx === "number" ? state.idx : null;
}
