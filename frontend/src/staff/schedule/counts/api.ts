import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { randomKey } from "@/domain/api/use-send";
import { staffCountsKey } from "@/domain/query-keys";
import type { CountInput } from "./counts";
import { type Adjustment, withAdjustment } from "./counts";

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

/** Corrects one count: shown at once, then replaced by what the server made of the last tap. */
export function useAdjustCount(truckId: string, stopId: string) {
  const client = useQueryClient();
  const { queryKey } = countsQuery(truckId, stopId);
  const mutationKey = ["adjust-count", stopId];
  return useMutation({
    mutationKey,
    // One after the other, so that quick taps add up.
    scope: { id: `adjust-count-${stopId}` },
    mutationFn: ({ subject, change }: Adjustment) =>
      answer(
        api.POST("/api/stops/{stop_id}/stock/adjust", {
          params: { path: { stop_id: stopId }, header: { "Idempotency-Key": randomKey() } },
          body: { ...subject, ...change },
        }),
      ),
    onMutate: async (adjustment) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known) => known && withAdjustment(known, adjustment));
    },
    onSuccess: (counts) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, counts);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
