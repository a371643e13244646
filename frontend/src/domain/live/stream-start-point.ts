import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * The last change of a truck that came with the first answer about it. What was asked after that answer has the change
 * too, so the first stream of the truck goes on from there, and nothing is read again for its first contact.
 */
interface FirstChange {
  id: string;
  /** When it came (ms). */
  at: number;
  /** What was there before, or on its way: it may be older than the change. */
  before: WeakSet<Query>;
}

/** After that, what a busy truck would have to replay is more than what would be read again. */
const USABLE_MS = 120_000;

const firstChanges = new WeakMap<QueryClient, Map<string, FirstChange>>();

/** Keeps the change that came with the answer of `key`, unless one is kept: what has that one may be older than this. */
export function keepFirstChange(
  client: QueryClient,
  truckId: string,
  change: number | undefined,
  key: QueryKey,
): void {
  // An older server says none.
  if (change === undefined) return;
  const known = firstChanges.get(client) ?? new Map<string, FirstChange>();
  firstChanges.set(client, known);
  const kept = known.get(truckId);
  if (kept && isUsable(kept)) return;
  const cache = client.getQueryCache();
  const answered = cache.find({ queryKey: key });
  const before = cache.findAll().filter((query) => query !== answered && isAsked(query));
  known.set(truckId, { id: String(change), at: Date.now(), before: new WeakSet(before) });
}

/**
 * The change from which the first stream of a truck goes on, once. Undefined where what is shown by one of these keys
 * may be older, or where it was kept for too long: all is read again then.
 */
export function takeFirstChange(
  client: QueryClient,
  truckId: string,
  keys: readonly QueryKey[],
): string | undefined {
  const kept = firstChanges.get(client)?.get(truckId);
  firstChanges.get(client)?.delete(truckId);
  if (!kept || !isUsable(kept)) return undefined;
  const shown = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }));
  return shown.some((query) => kept.before.has(query) || isRestored(query, kept))
    ? undefined
    : kept.id;
}

function isUsable({ at }: FirstChange): boolean {
  return Math.abs(Date.now() - at) < USABLE_MS;
}

function isAsked({ state }: Query): boolean {
  return state.data !== undefined || state.fetchStatus !== "idle";
}

/** What this device had kept came into the cache later, and was read earlier. */
function isRestored({ state }: Query, { at }: FirstChange): boolean {
  return state.data !== undefined && state.dataUpdatedAt < at;
}
