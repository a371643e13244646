import { queryOptions, skipToken } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { stopResultKey } from "@/domain/query-keys";
import type { StaffStop } from "@/staff/schedule/api";

/** Whether a stop has begun, so that there is something to say about it. One that was cancelled never began. */
export function hasResult({ state, status }: StaffStop): boolean {
  return status !== "cancelled" && (state === "open" || state === "ended");
}

/** What a stop has brought in, beside the average of its place; of no stop (null) nothing is asked. */
export function stopResultQuery(truckId: string, stopId: string | null) {
  return queryOptions({
    queryKey: stopResultKey(truckId, stopId),
    queryFn:
      stopId === null
        ? skipToken
        : ({ signal }) => {
            const params = { path: { stop_id: stopId } };
            return answer(api.GET("/api/stops/{stop_id}/result", { params, signal }));
          },
  });
}

/** Who may plan stops need not see what they bring in; the server decides. */
export function isResultRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
