/**
 * Hears of every step through the browser's history, and may keep it from the router. Browsers call
 * the window's listeners in the order in which they came, so this one has to be there before the
 * router's: `main.tsx` imports this file first.
 */
type Gate = (step: PopStateEvent) => void;

let gate: Gate | null = null;

window.addEventListener("popstate", (step) => gate?.(step));

/** Puts a gate up; returns the way to take it down. */
export function putUpGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}
