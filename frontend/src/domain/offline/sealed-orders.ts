import { type OrderRow, openDevice } from "./device-storage";
import { FORMAT, READABLE_FORMATS, type UnreadableOrder, type UnsentOrder } from "./unsent-orders";

/** The rows of the orders that wait: what an order says lies sealed in the device's database. */

/** The oldest first. */
async function readRows(): Promise<OrderRow[]> {
  const rows = await (await openDevice()).getAll("orders");
  return rows.sort((one, other) => one.takenAt - other.takenAt);
}

function isReadable(format: number): boolean {
  return READABLE_FORMATS.includes(format);
}

/** Those that this product can read, and what it knows of the others, which stay as they are. */
export async function readAll(): Promise<{ orders: UnsentOrder[]; unreadable: UnreadableOrder[] }> {
  const rows = await readRows();
  const found = await Promise.all(rows.map(unsealed));
  return {
    orders: found.filter((order) => order !== null),
    unreadable: rows.filter((_, place) => found[place] === null).map(unreadable),
  };
}

function unreadable({ draftId, truckId, takenAt, format }: OrderRow): UnreadableOrder {
  const isKnown = Number.isFinite(new Date(takenAt).getTime());
  return { draftId, truckId, takenAt: isKnown ? takenAt : null, isNewer: !isReadable(format) };
}

export async function readOne(draftId: string): Promise<UnsentOrder | null> {
  const row = await (await openDevice()).get("orders", draftId);
  return row ? await unsealed(row) : null;
}

export async function write(order: UnsentOrder): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(order));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(), text);
  const { draftId, truck, takenAt } = order;
  const row = { format: FORMAT, draftId, takenAt, iv, sealed };
  await (await openDevice()).put("orders", { ...row, truckId: truck._id, truckName: truck.name });
}

async function unsealed({ format, iv, sealed }: OrderRow): Promise<UnsentOrder | null> {
  if (!isReadable(format)) return null;
  try {
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await sealingKey(), sealed);
    return JSON.parse(new TextDecoder().decode(text)) as UnsentOrder;
  } catch {
    return null;
  }
}

/** It can be used by this product's pages alone, and read by nothing: what lies in the storage says nothing by itself. */
async function sealingKey(): Promise<CryptoKey> {
  const database = await openDevice();
  const known = await database.get("keys", "orders");
  if (known) return known;
  const usages: KeyUsage[] = ["encrypt", "decrypt"];
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, usages);
  const { store, done } = database.transaction("keys", "readwrite");
  // Another tab may have been first.
  const first = await store.get("orders");
  if (!first) await store.put(made, "orders");
  await done;
  return first ?? made;
}
