import { useSyncExternalStore } from "react";
import { onClockSet, serverNow } from "@/domain/time/server-clock";

const MINUTE_MS = 60_000;

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
 * the device wakes. Returns what ends that.
 */
export function tellAt(next: () => number | null, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const at = next();
    if (at !== null) timer = setTimeout(look, at - serverNow());
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
