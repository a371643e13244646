import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { staffCountsKey } from "@/domain/query-keys";
import type { CountInput } from "./counted-stock";

/** Read again with the schedule and the menu at each live event. */
export function countsQuery(truckId: string, stopId: string) {
  return queryOptions({
    queryKey: staffCountsKey(truckId, stopId),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/stops/{stop_id}/stock", { params: { path: { stop_id: stopId } }, signal }),
      ),
  });
}

/** Counts exactly these; everything else is unlimited. */
export function useSetCounts(truckId: string, stopId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (counts: CountInput[]) =>
      answer(
        api.PUT("/api/stops/{stop_id}/stock", {
          params: { path: { stop_id: stopId } },
          body: { counts },
        }),
      ),
    onSuccess: (counts) => client.setQueryData(countsQuery(truckId, stopId).queryKey, counts),
  });
}
