import { useSyncExternalStore } from "react";
import { onClockSet, presentTime, serverNow } from "@/domain/time/server-clock";

const MINUTE_MS = 60_000;
/** Often enough that ages in minutes are right. */
const AGE_MS = 10_000;
/** A timer that is set for longer may never fire. */
const LONGEST_TIMER_MS = 3_600_000;

let pageTime: number | undefined;

/** The time (ms) that the words of the server's page were written at; undefined where none depend on it. */
export function setPageTime(ms: number | undefined): void {
  pageTime = ms;
}

/** The present minute, until the next one. While a page from the server is taken over, the time of that page. */
export function useNow(): Date {
  return new Date(
    useSyncExternalStore(tellEachMinute, presentMinute, () => pageTime ?? presentMinute()),
  );
}

/**
 * Tells at each instant (ms, by the server's clock) that `next` names, until it names none; also when the clock is set or
 * the device wakes, and where that is far off, once an hour before. Returns what ends that.
 */
export function tellAt(next: () => number | null, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const at = next();
    if (at !== null) timer = setTimeout(look, Math.min(at - serverNow(), LONGEST_TIMER_MS));
  };
  const look = () => {
    clearTimeout(timer);
    tell();
    wait();
  };
  wait();
  document.addEventListener("visibilitychange", look);
  const stop = onClockSet(look);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", look);
    clearTimeout(timer);
  };
}

function tellEachMinute(tell: () => void): () => void {
  return tellAt(() => presentMinute() + MINUTE_MS, tell);
}

function presentMinute(): number {
  return Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;
}

let present: Date | null = null;

/** The present, for what is told in minutes since or until then. */
export function usePresent(): Date {
  return useSyncExternalStore(tellEachAge, () => {
    present ??= presentTime();
    return present;
  });
}

function tellEachAge(tell: () => void): () => void {
  const renew = () => {
    present = null;
    tell();
  };
  const stop = tellAt(() => serverNow() + AGE_MS, renew);
  return () => {
    stop();
    present = null;
  };
}
