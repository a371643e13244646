import { isCalendarDay } from "@/domain/time/calendar-day";
import { withParams } from "@/ui/browser/with-params";

/** What the list is narrowed by. All of it is in the address. */
export interface ActivityFilter {
  who: string;
  what: string;
  from: string;
  to: string;
}

const NAMES = ["who", "what", "from", "to"] as const;

export function readFilter(params: URLSearchParams): ActivityFilter {
  return {
    who: params.get("who") ?? "",
    what: params.get("what") ?? "",
    from: dayOf(params.get("from")),
    to: dayOf(params.get("to")),
  };
}

/** The address for a filter; everything else in it stays. */
export function writeFilter(params: URLSearchParams, filter: ActivityFilter): URLSearchParams {
  return withParams(params, { ...filter });
}

export function isNarrowed(filter: ActivityFilter): boolean {
  return NAMES.some((name) => filter[name] !== "");
}

function dayOf(text: string | null): string {
  return isCalendarDay(text) ? text : "";
}
