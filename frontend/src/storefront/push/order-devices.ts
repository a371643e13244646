import { like, listOf, stored } from "@/domain/stored";

const MAX_ORDERS = 10;

/** Which of an order's devices this browser is (token and device), for the last orders, kept in this browser alone. */
const kept = stored("order-devices", listOf(like([""])));

export function ownDevice(token: string): string | null {
  return kept.read()?.find(([known]) => known === token)?.[1] ?? null;
}

export function keepOwnDevice(token: string, deviceId: string | null): void {
  const others = (kept.read() ?? []).filter(([known]) => known !== token);
  const all = deviceId === null ? others : [[token, deviceId], ...others];
  kept.write(all.slice(0, MAX_ORDERS));
}
