/**
 * The present by the server's clock: whether a truck is open, a hold has run out or a time can be chosen is decided there,
 * and the clock of a device may be hours off. What only measures how long something takes keeps to `Date.now()`.
 */
import { noteContact } from "@/domain/live/online-and-server-reached";

/** A difference below this one is that of a slow answer and whole seconds. */
const TOLERATED_MS = 1_000;

/** How far the server is ahead of this device, as far as answers show; null before the first one. */
let ahead: number | null = null;
/** What `wallDrift` was then: the two clocks of a device part when it is set, and while it sleeps. */
let driftThen = 0;
const listeners = new Set<() => void>();

/** Milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + correction();
}

export function presentTime(): Date {
  return new Date(serverNow());
}

/**
 * Takes note that the server's clock showed `serverMs` no later than the device's clock showed `deviceMs`. An answer that
 * was slow or comes out of a cache shows too little, and of what a few answers show the most is nearest.
 */
export function hearServerTime(serverMs: number, deviceMs: number): void {
  const shown = serverMs - deviceMs;
  if (Number.isNaN(shown)) return;
  const before = correction();
  const isSet = ahead !== null && Math.abs(wallDrift() - driftThen) > TOLERATED_MS;
  ahead = ahead === null || isSet ? shown : Math.max(ahead, shown);
  driftThen = wallDrift();
  if (Math.abs(correction() - before) >= TOLERATED_MS) for (const tell of listeners) tell();
}

/** Hears the time that an answer was sent at. */
export function hearAnswer({ headers }: Response): void {
  noteContact();
  hearServerTime(Date.parse(headers.get("Date") ?? ""), Date.now());
}

/** Calls when the present has moved by more than the time that went by. Returns what ends that. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function correction(): number {
  return ahead !== null && Math.abs(ahead) >= TOLERATED_MS ? ahead : 0;
}

function wallDrift(): number {
  return Date.now() - performance.now();
}
