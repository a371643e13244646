import type { QueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "./admin-types";

/**
 * What the stream has told lately. A list that was asked for before an order changed may arrive
 * after the news of it, and would take it back; so each list is brought up to date when it arrives.
 */
interface News {
  told: number;
  orders: { number: number; order: StaffOrder }[];
}

/** More than any list waits for. */
const KEPT = 300;

const MOST_READS = 10;

const newsOf = new WeakMap<QueryClient, News>();

export function keepNews(client: QueryClient, order: StaffOrder): void {
  const { told, orders } = newsFor(client);
  const kept = [...orders, { number: told + 1, order }].slice(-KEPT);
  newsOf.set(client, { told: told + 1, orders: kept });
}

/** Reads from the server; `update` then gets each order that the stream told of meanwhile. */
export async function readWithNews<Answer>(
  client: QueryClient,
  read: () => Promise<Answer>,
  update: (answer: Answer, order: StaffOrder) => Answer,
): Promise<Answer> {
  const { told } = newsFor(client);
  const answer = await read();
  return newsFor(client)
    .orders.filter(({ number }) => number > told)
    .reduce<Answer>((updated, { order }) => update(updated, order), answer);
}

/** The same for what cannot be brought up to date: it is read again, until nothing came between. */
export async function readWithoutNews<Answer>(
  client: QueryClient,
  read: () => Promise<Answer>,
): Promise<Answer> {
  for (let triesLeft = MOST_READS; ; ) {
    const { told } = newsFor(client);
    const answer = await read();
    triesLeft -= 1;
    if (newsFor(client).told === told || triesLeft === 0) return answer;
  }
}

function newsFor(client: QueryClient): News {
  return newsOf.get(client) ?? { told: 0, orders: [] };
}
