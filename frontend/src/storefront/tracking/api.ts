import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { queryKeys } from "@/domain/query-keys";

type Schemas = components["schemas"];

/** The order as its customer may follow it; amounts in dollars. */
export type TrackedOrder = Schemas["TrackedOrder"];
export type TrackedTruck = Schemas["TrackedTruck"];
export type Status = TrackedOrder["status"];

export function trackedOrderQuery(token: string) {
  return queryOptions({
    queryKey: queryKeys.trackedOrder(token),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/track/{token}", { params: { path: { token } }, signal })),
  });
}

export function trackingStreamPath(token: string): string {
  return `/track/${encodeURIComponent(token)}/stream`;
}

/** Whether the server said that no order has this token, rather than nothing at all. */
export function isOrderMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
