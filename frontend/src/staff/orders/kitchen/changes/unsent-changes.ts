import type { QueueStorage, StoredChange } from "./status-change";

/** Older changes are dropped: the order has been handled by other means. */
export const MAX_AGE_MS = 60 * 60 * 1000;

/**
 * The taps that the server has not answered, in the browser's own storage: a page that is loaded again
 * takes them over. Only their owner's, for the history says who made a step. Two tabs may send the same
 * one, which changes nothing the second time.
 */
export function unsentChanges(userId: string, truckId: string): QueueStorage {
  const key = `chuckwagon.unsent-steps.${userId}.${truckId}`;
  return {
    read: () => read(key),
    update: (unsent, gone) => {
      if (unsent.length === 0 && gone.length === 0) return;
      const before = read(key);
      const named = new Set([...unsent, ...gone].map(({ id }) => id));
      const since = new Map(before.map(({ at, change }) => [change.id, at]));
      write(key, [
        ...before.filter(({ change }) => !named.has(change.id)),
        ...unsent.map((change) => ({ at: since.get(change.id) ?? Date.now(), change })),
      ]);
    },
  };
}

function read(key: string): StoredChange[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isStoredChange) : [];
  } catch {
    // Another program has written there, or storage is off.
    return [];
  }
}

function write(key: string, stored: readonly StoredChange[]): void {
  try {
    if (stored.length > 0) localStorage.setItem(key, JSON.stringify(stored));
    else localStorage.removeItem(key);
  } catch {
    // Without storage, changes live as long as the page.
  }
}

function isStoredChange(entry: unknown): entry is StoredChange {
  const { at, change } = (entry ?? {}) as Partial<StoredChange>;
  const isFresh = typeof at === "number" && Math.abs(Date.now() - at) < MAX_AGE_MS;
  return (
    isFresh &&
    typeof change?.id === "number" &&
    [change.orderId, change.orderNumber, change.from, change.to].every(
      (text) => typeof text === "string",
    )
  );
}
