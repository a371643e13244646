import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** The order as its customer may follow it; amounts in dollars. */
export type TrackedOrder = Schemas["TrackedOrder"];
export type TrackedTruck = Schemas["TrackedTruck"];
export type Status = TrackedOrder["status"];

export function trackedOrderQuery(token: string) {
  return queryOptions({
    queryKey: ["tracking", token],
    queryFn: ({ signal }) => apiGet<TrackedOrder>(trackingPath(token), { signal }),
  });
}

/** The call that answers with the order; its stream lies below it. */
export function trackingPath(token: string): string {
  return `/track/${encodeURIComponent(token)}`;
}

/** Whether the server said that no order has this token, rather than nothing at all. */
export function isOrderMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
