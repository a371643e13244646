import type { OrderStatus } from "@/domain/api/admin-types";
import type { OrderFilter } from "@/domain/orders/order-list";
import { isCalendarDay } from "@/domain/time/calendar-day";
import { STATUSES } from "@/staff/shared/order-labels";

/** What the board shows without a filter. All of a filter is in the address. */
export const EVERYTHING: OrderFilter = { status: "all", search: "", from: "", to: "", cursor: "" };

const LONGEST_SEARCH = 100;
const NAMES = { status: "status", search: "q", from: "from", to: "to", cursor: "older" } as const;

export function readFilter(params: URLSearchParams): OrderFilter {
  const status = params.get(NAMES.status) as OrderStatus;
  return {
    status: STATUSES.includes(status) ? status : "all",
    search: (params.get(NAMES.search) ?? "").slice(0, LONGEST_SEARCH),
    from: dayOf(params.get(NAMES.from)),
    to: dayOf(params.get(NAMES.to)),
    cursor: params.get(NAMES.cursor) ?? "",
  };
}

/** The address for a filter; everything else in it stays. */
export function writeFilter(params: URLSearchParams, filter: OrderFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const field of Object.keys(NAMES) as (keyof OrderFilter)[]) {
    if (filter[field] === EVERYTHING[field]) next.delete(NAMES[field]);
    else next.set(NAMES[field], filter[field]);
  }
  return next;
}

function dayOf(text: string | null): string {
  return isCalendarDay(text) ? text : "";
}
