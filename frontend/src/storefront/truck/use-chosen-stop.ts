import { useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { errorMessage } from "@/domain/api/errors";
import type { Truck } from "@/domain/api/public-types";
import {
  nextChange,
  type PresentSchedule,
  presentSchedule,
  type Stop,
  takesOrders,
} from "@/domain/schedule/current-stops";
import { closedReason } from "@/domain/schedule/ordering-words";
import { comingStopsQuery } from "@/domain/trucks/public-truck-queries";
import { messages as m } from "@/messages";

/** Not read with URLSearchParams, which the engine that draws pages on the server does not have. */
const STOP_IN_QUERY = /(?:^|&)stop=([0-9a-f]{24})(?:&|$)/;

export interface OrderingStop {
  /** The truck's schedule; `ordering` is the stop that the customer chose, else the first one that takes orders. */
  schedule: PresentSchedule;
  /** Why nothing can be ordered now; null while it can. */
  closed: string | null;
  /** False while the chosen stop has not been loaded. */
  isKnown: boolean;
  /** Whether the customer has chosen a stop, which may take no orders any more. */
  isChosen: boolean;
  /** The query of addresses that keep the choice: "?stop=…", or nothing. */
  search: string;
  /** Orders for this stop from now on; null goes back to the first one that takes orders. */
  choose: (stop: Stop | null) => void;
}

/** The stop that an order is for. The choice is in the address, so that checkout, reload and the way back keep it. */
export function useChosenStop(slug: string, truck: Truck | undefined, now: Date): OrderingStop {
  const [path, navigate] = useLocation();
  const asked = STOP_IN_QUERY.exec(useSearch())?.[1] ?? null;
  const first = presentSchedule(truck ?? NO_SCHEDULE, now);
  const id = first.isMoving ? asked : null;
  const { data: stops, error } = useQuery({
    ...comingStopsQuery(slug, nextChange(first, now)),
    enabled: id !== null,
  });
  const choose = (stop: Stop | null) => {
    const isOther = stop !== null && stop._id !== first.ordering?._id;
    navigate(path + (isOther ? queryOf(stop._id) : ""), { replace: true });
  };
  const closed = truck ? closedReason(truck, now) : null;
  if (id === null)
    return { schedule: first, closed, isKnown: true, isChosen: false, search: "", choose };
  const chosen = stops?.find((stop) => stop._id === id && takesOrders(stop, now)) ?? null;
  return {
    schedule: { ...first, ordering: chosen },
    closed:
      truck?.acceptingOrders === false ? closed : whyNotChosen(chosen, stops !== undefined, error),
    isKnown: stops !== undefined,
    isChosen: true,
    search: queryOf(id),
    choose,
  };
}

function queryOf(stopId: string): string {
  return `?stop=${stopId}`;
}

const NO_SCHEDULE: Pick<Truck, "schedule"> = {
  schedule: { mode: "always", state: "open", current: null, next: null },
};

function whyNotChosen(chosen: Stop | null, isLoaded: boolean, error: Error | null): string | null {
  if (chosen) return null;
  if (isLoaded) return m.truck.stops.chosenClosed;
  return error ? errorMessage(error) : m.truck.stops.loading;
}
