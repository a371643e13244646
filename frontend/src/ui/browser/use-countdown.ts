import { useCallback, useSyncExternalStore } from "react";
import { serverNow } from "@/domain/time/server-clock";
import { tellAt } from "./use-now-and-tell-at";

const SECOND_MS = 1_000;

/** Whether an instant (ISO 8601) has passed; says so at that moment, without asking the server. */
export function useIsPast(instant: string | null): boolean {
  return (
    useSecondsUntil(instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant), 0) === 0
  );
}

/** The whole seconds until an instant (ms), once no more than `counted` are left; null before. */
export function useSecondsUntil(
  instant: number,
  counted = Number.POSITIVE_INFINITY,
): number | null {
  const tellEach = useCallback(
    (tell: () => void) =>
      tellAt(() => {
        const left = instant - serverNow();
        if (!(left > 0) || left === Number.POSITIVE_INFINITY) return null;
        const isCounted = left <= counted * SECOND_MS;
        return isCounted
          ? serverNow() + (left % SECOND_MS || SECOND_MS)
          : instant - counted * SECOND_MS;
      }, tell),
    [instant, counted],
  );
  return useSyncExternalStore(tellEach, () => {
    const seconds = Math.max(0, Math.ceil((instant - serverNow()) / SECOND_MS));
    return seconds <= counted ? seconds : null;
  });
}
