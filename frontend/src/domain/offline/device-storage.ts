import type { DehydratedState } from "@tanstack/react-query";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { User } from "@/domain/api/staff-types";
import { keysBeginningWith, stored, TEXT } from "@/domain/stored";

/**
 * What this browser keeps for work without network: the orders that the server does not have yet, and what the signed-in
 * user last saw. Each kind of record names the version of its shape, because a newer product must read what an older
 * one has written.
 */

/** An order as it lies in the database. What it says is sealed; the sign-in page may name the truck and count. */
export interface OrderRow {
  /** The version of its shape. */
  format: number;
  draftId: string;
  truckId: string;
  truckName: string;
  /** When it was taken (ms of the device's clock): the oldest is sent first. */
  takenAt: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** What the screens of one user showed last. */
export interface KnownAnswers {
  format: number;
  user: User;
  /** A digest of the token that these answers were given for. */
  tokenDigest: string;
  /** When the server was last heard (ms of the device's clock), and how far it was ahead of that clock. */
  heardAt: number;
  aheadMs: number;
  queries: DehydratedState["queries"];
}

interface DeviceSchema extends DBSchema {
  orders: { key: string; value: OrderRow };
  /** The server's id of what was sent, for the steps that still name the draft. */
  sent: { key: string; value: { draftId: string; orderId: string; at: number } };
  /** The last number of each truck's service day. */
  numbers: { key: string; value: { truckId: string; day: string; last: number } };
  known: { key: "user"; value: KnownAnswers };
  keys: { key: "orders"; value: CryptoKey };
}

type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const NAME = "chuckwagon";
const VERSION = 1;

let opened: Promise<DeviceDatabase> | null = null;

/** Rejects where the browser has no such database, or forbids it. */
export function openDevice(): Promise<DeviceDatabase> {
  opened ??= openDB<DeviceSchema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore("orders", { keyPath: "draftId" });
      database.createObjectStore("sent", { keyPath: "draftId" });
      database.createObjectStore("numbers", { keyPath: "truckId" });
      database.createObjectStore("known");
      database.createObjectStore("keys");
    },
    // A page of a newer version wants to upgrade it: this one opens it again when it needs it.
    blocking: forgetDevice,
    terminated: () => {
      opened = null;
    },
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Closes the database; the next call opens it again. */
function forgetDevice(): void {
  void opened?.then((database) => database.close());
  opened = null;
}

/** An order was kept meanwhile, by another tab. */
class HasUnsent extends Error {}

/**
 * Everything of this product that the browser keeps but for the session: what was typed and tapped, answers and screens.
 * Throws HasUnsent, and deletes nothing, while an order is unsent.
 */
export async function forgetEverything(): Promise<void> {
  const database = await openDevice();
  const all = database.transaction([...database.objectStoreNames], "readwrite");
  const count = await all.objectStore("orders").count();
  if (count === 0)
    await Promise.all([...all.objectStoreNames].map((name) => all.objectStore(name).clear()));
  await all.done;
  if (count > 0) throw new HasUnsent();
  forgetDevice();
  for (const key of keysBeginningWith("chuckwagon."))
    if (!OF_THE_SESSION.includes(key)) stored(key, TEXT).write(null);
  const names = (await globalThis.caches?.keys()) ?? [];
  for (const name of names) if (name.startsWith("staff-app-")) await caches.delete(name);
}

const OF_THE_SESSION = ["chuckwagon.token", "chuckwagon.language"];
