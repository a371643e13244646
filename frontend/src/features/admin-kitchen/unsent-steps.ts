import type { Kept, Memory } from "./steps";

/** After that somebody has long looked at the order itself. */
export const KEPT_MS = 60 * 60 * 1000;

/**
 * The taps that the server has not answered, in the browser's own storage: a page that is loaded anew
 * takes them over. Only their owner's, for the history says who made a step. Two tabs may send the same
 * one, which changes nothing the second time.
 */
export function unsentSteps(userId: string, truckId: string): Memory {
  const key = `chuckwagon.unsent-steps.${userId}.${truckId}`;
  return {
    read: () => read(key),
    update: (unsent, gone) => {
      if (unsent.length === 0 && gone.length === 0) return;
      const before = read(key);
      const named = new Set([...unsent, ...gone].map(({ id }) => id));
      const since = new Map(before.map(({ at, step }) => [step.id, at]));
      write(key, [
        ...before.filter(({ step }) => !named.has(step.id)),
        ...unsent.map((step) => ({ at: since.get(step.id) ?? Date.now(), step })),
      ]);
    },
  };
}

function read(key: string): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    // Somebody else has written there, or the browser keeps nothing.
    return [];
  }
}

function write(key: string, kept: readonly Kept[]): void {
  try {
    if (kept.length > 0) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  } catch {
    // Without storage the taps live as long as the page.
  }
}

function isKept(entry: unknown): entry is Kept {
  const { at, step } = (entry ?? {}) as Partial<Kept>;
  const isFresh = typeof at === "number" && Math.abs(Date.now() - at) < KEPT_MS;
  return (
    isFresh &&
    typeof step?.id === "number" &&
    [step.orderId, step.orderNumber, step.from, step.to].every((text) => typeof text === "string")
  );
}
