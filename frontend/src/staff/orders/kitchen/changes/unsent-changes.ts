import * as v from "valibot";
import { listOf, stored } from "@/domain/stored";
import type { QueueStorage, StoredChange } from "./status-change";

/** Older changes are dropped: the order has been handled by other means. */
export const MAX_AGE_MS = 60 * 60 * 1000;

const STATUS = v.string() as v.GenericSchema<unknown, StoredChange["change"]["from"]>;
const CHANGE: v.GenericSchema<unknown, StoredChange> = v.object({
  at: v.number(),
  change: v.object({
    id: v.number(),
    orderId: v.string(),
    orderNumber: v.string(),
    from: STATUS,
    to: STATUS,
    state: v.fallback(v.picklist(["waiting", "due", "sending", "stuck"]), "due"),
  }),
});

/**
 * The taps that the server has not answered, in the browser's own storage: a page that is loaded again
 * takes them over. Only their owner's, for the history says who made a step. Two tabs may send the same
 * one, which changes nothing the second time.
 */
export function unsentChanges(userId: string, truckId: string): QueueStorage {
  const kept = stored(`chuckwagon.unsent-steps.${userId}.${truckId}`, listOf(CHANGE));
  const read = () => (kept.read() ?? []).filter(isFresh);
  return {
    read,
    update: (unsent, gone) => {
      if (unsent.length === 0 && gone.length === 0) return;
      const before = read();
      const named = new Set([...unsent, ...gone].map(({ id }) => id));
      const since = new Map(before.map(({ at, change }) => [change.id, at]));
      const present = [
        ...before.filter(({ change }) => !named.has(change.id)),
        ...unsent.map((change) => ({ at: since.get(change.id) ?? Date.now(), change })),
      ];
      kept.write(present.length > 0 ? present : null);
    },
  };
}

function isFresh({ at }: StoredChange): boolean {
  return Math.abs(Date.now() - at) < MAX_AGE_MS;
}
