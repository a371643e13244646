import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { readAgain } from "@/domain/live/read-again";
import {
  allDisruptionsKey,
  stopDisruptionsKey,
  unfinishedDisruptionsKey,
} from "@/domain/query-keys";

type Schemas = components["schemas"];

/** A change of plan with its progress, and the customers to call. */
export type Disruption = Schemas["DisruptionAnswer"];
/** What a change of plan would do now; the refunds in dollars. */
export type Preview = Schemas["DisruptionPreview"];
export type DisruptionRequest = Schemas["DisruptionRequest"];
export type Kind = Disruption["kind"];

/** The stream tells of each step; this is for a screen whose stream is cut. */
const POLL_MS = 5_000;

/** The changes of plan of a stop, newest first. */
export function disruptionsQuery(stopId: string | null) {
  return queryOptions({
    queryKey: stopDisruptionsKey(stopId ?? ""),
    queryFn: ({ signal }) => {
      const params = { path: { stop_id: stopId ?? "" } };
      return list(api.GET("/api/stops/{stop_id}/disruptions", { params, signal }));
    },
    enabled: stopId !== null,
    refetchInterval: ({ state }) => (isActive(state.data?.[0]) ? POLL_MS : false),
  });
}

/** What is under way at a truck, also at stops that were cancelled, or has left staff something to do. */
export function unfinishedQuery(truckId: string | null) {
  return queryOptions({
    queryKey: unfinishedDisruptionsKey(truckId ?? ""),
    queryFn: ({ signal }) => {
      const params = { query: { truckId } };
      return list(api.GET("/api/disruptions", { params, signal }));
    },
    enabled: truckId !== null,
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? POLL_MS : false),
  });
}

/** Whether it waits for its start, or is being carried out. */
export function isActive(disruption: Disruption | undefined): boolean {
  return disruption?.state === "scheduled" || disruption?.state === "running";
}

/** Whether it has left staff something to do: customers to call, or money to pay out. */
export function hasLeft({ failed, payOuts = [] }: Disruption): boolean {
  return failed.length > 0 || payOuts.length > 0;
}

/** Shows what an answer says of a change of plan; the bars of the orders screen are read again. */
export function applyDisruption(client: QueryClient, changed: Disruption): void {
  client.setQueryData<Disruption[]>(stopDisruptionsKey(changed.stopId), (known = []) =>
    known.some(({ _id }) => _id === changed._id)
      ? known.map((one) => (one._id === changed._id ? changed : one))
      : [changed, ...known],
  );
  const isOfTruck = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === "truck";
  void client.invalidateQueries({ queryKey: allDisruptionsKey(), predicate: isOfTruck });
}

export function previewDisruption(stopId: string, request: DisruptionRequest): Promise<Preview> {
  const params = { path: { stop_id: stopId } };
  return answer(api.POST("/api/stops/{stop_id}/disruptions/preview", { params, body: request }));
}

export function startDisruption(
  stopId: string,
  request: DisruptionRequest,
  key: string,
): Promise<Disruption> {
  const params = { path: { stop_id: stopId }, header: { "Idempotency-Key": key } };
  return answer(api.POST("/api/stops/{stop_id}/disruptions", { params, body: request }));
}

export function takeBack(disruptionId: string): Promise<Disruption> {
  const params = { path: { disruption_id: disruptionId } };
  return answer(api.DELETE("/api/disruptions/{disruption_id}", { params }));
}

/** Has everything tried again that has failed. */
export function retryFailed(disruptionId: string): Promise<Disruption> {
  const params = { path: { disruption_id: disruptionId } };
  return answer(api.POST("/api/disruptions/{disruption_id}/retry", { params }));
}

/** A call about a change of plan that is there, after which it is shown as it is then. */
export function useDisruptionCall(
  { _id, stopId }: Disruption,
  call: (disruptionId: string) => Promise<Disruption>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(_id),
    onSuccess: (changed) => applyDisruption(client, changed),
    onError: (error) => {
      const present = error instanceof ApiError ? (error.body as Refusal | null)?.disruption : null;
      if (present) applyDisruption(client, present);
      return readAgain(client, stopDisruptionsKey(stopId));
    },
  });
}

interface Refusal {
  disruption?: Disruption;
}
