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

function presentMinute(): number {
  return Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;
}

function tellEachMinute(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        tell();
        wait();
      },
      MINUTE_MS - (serverNow() % MINUTE_MS),
    );
  };
  wait();
  const stop = onClockSet(() => {
    clearTimeout(timer);
    tell();
    wait();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
