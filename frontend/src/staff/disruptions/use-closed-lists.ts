import { useState } from "react";
import type { Disruption } from "./api";

const STORE = "closed-plans-of-truck";
const MOST = 50;

/** The changes of plan whose list of customers to call this browser has closed, also after a reload. */
export function useClosedLists(truckId: string) {
  const [closed, setClosed] = useState(() => read(truckId));
  return {
    isClosed: (id: string) => closed.includes(id),
    closeLists: (disruptions: readonly Disruption[]) => {
      const next = [...disruptions.map(({ _id }) => _id), ...closed].slice(0, MOST);
      setClosed(next);
      write(truckId, next);
    },
  };
}

// A browser that keeps nothing shows the lists again after a reload.
function read(truckId: string): string[] {
  try {
    return sessionStorage.getItem(`${STORE} ${truckId}`)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

function write(truckId: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(`${STORE} ${truckId}`, ids.join(" "));
  } catch {
    // See above.
  }
}
