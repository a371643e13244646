import { useState } from "react";
import { stored, TEXT } from "@/domain/stored";
import type { Disruption } from "./api";

const STORE = "closed-plans-of-truck";
const MOST = 50;

/** The changes of plan whose list of customers to call this browser has closed, also after a reload. */
export function useClosedLists(truckId: string) {
  const [closed, setClosed] = useState(() => idsOf(truckId).read()?.split(" ") ?? []);
  return {
    isClosed: (id: string) => closed.includes(id),
    closeLists: (disruptions: readonly Disruption[]) => {
      const next = [...disruptions.map(({ _id }) => _id), ...closed].slice(0, MOST);
      setClosed(next);
      idsOf(truckId).write(next.join(" "));
    },
  };
}

function idsOf(truckId: string) {
  return stored(`${STORE} ${truckId}`, TEXT, "session");
}
