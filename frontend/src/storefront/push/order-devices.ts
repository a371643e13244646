/** Which of an order's devices this browser is, for the last orders, kept in this browser alone. */
const KEY = "order-devices";
const MAX_ORDERS = 10;

type Entry = [token: string, deviceId: string];

export function ownDevice(token: string): string | null {
  return read().find(([known]) => known === token)?.[1] ?? null;
}

export function keepOwnDevice(token: string, deviceId: string | null): void {
  const others = read().filter(([known]) => known !== token);
  const kept: Entry[] = deviceId === null ? others : [[token, deviceId], ...others];
  localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MAX_ORDERS)));
}

function read(): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Entry {
  return (
    Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === "string")
  );
}
