import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const following = new WeakMap<Query, Promise<void>>();

/**
 * Has what is shown read again. A read that is under way may be older than the reason for this: it finishes and is
 * followed by one more, however many reasons come meanwhile. Canceling it would starve a slow line in a rush.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey });
  await Promise.all(queries.map((query) => readQueryAgain(client, query)));
}

function readQueryAgain(client: QueryClient, query: Query): Promise<void> {
  const read = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  if (query.state.fetchStatus === "idle") return read();
  const known = following.get(query);
  if (known) return known;
  const follow = () => {
    following.delete(query);
    return read();
  };
  const next = Promise.resolve(query.promise).then(follow, follow);
  following.set(query, next);
  return next;
}

/** After a lost connection: reads that were under way may never be answered. */
export async function cancelAndReadAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Reads again once for all events of a moment; up to `spread` milliseconds later, so that a crowd does not ask at once. */
export function readAgainSoon(
  milliseconds: number,
  read: (client: QueryClient) => void,
  spread = 0,
): (client: QueryClient) => void {
  let isWaiting = false;
  return (client) => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        read(client);
      },
      milliseconds + Math.random() * spread,
    );
  };
}
