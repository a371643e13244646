import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { disruptionsQuery, isActive } from "./api";

const STORE = "plan-of-truck";

/**
 * The stop whose change of plan is shown: the present one, but a stop that was cancelled until all of its customers
 * know. This browser remembers it over a reload; it is left once there is no more to do and its drawer is closed.
 */
export function useWatchedStop(truckId: string, presentId: string | null, isOpen: boolean) {
  const [watched, setWatched] = useState(() => read(truckId));
  const stopId = watched ?? presentId;
  const newest = useQuery(disruptionsQuery(stopId)).data?.[0];
  const isUnfinished = newest && (isActive(newest) || newest.failed.length > 0);
  const next = isUnfinished ? newest.stopId : newest && !isOpen ? null : watched;
  useEffect(() => {
    if (next === watched) return;
    setWatched(next);
    write(truckId, next);
  }, [truckId, next, watched]);
  return {
    stopId,
    forget: () => {
      setWatched(null);
      write(truckId, null);
    },
  };
}

// A browser that keeps nothing follows the present stop.
function read(truckId: string): string | null {
  try {
    return sessionStorage.getItem(`${STORE} ${truckId}`);
  } catch {
    return null;
  }
}

function write(truckId: string, stopId: string | null): void {
  try {
    if (stopId === null) sessionStorage.removeItem(`${STORE} ${truckId}`);
    else sessionStorage.setItem(`${STORE} ${truckId}`, stopId);
  } catch {
    // See above.
  }
}
