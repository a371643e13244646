import type * as outbox from "./outbox";

/** What keeps, changes and sends the orders of this device: most visits of a page need none of it. */
export function loadOutbox(): Promise<typeof outbox> {
  return import("./outbox");
}
