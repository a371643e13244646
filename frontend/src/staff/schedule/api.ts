import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import { readAgain } from "@/domain/live/record-versions";
import {
  staffPlacesKey,
  staffScheduleKey,
  staffSeriesKey,
  staffStopsKey,
} from "@/domain/query-keys";
import { applyTruck } from "@/domain/trucks/staff-trucks";

type Schemas = components["schemas"];

/** A stop with its orders that are not cancelled and their revenue in dollars. */
export type StaffStop = Schemas["StaffStop"];
export type Place = Schemas["Place"];
export type StopChange = Schemas["StopRequest"];
export type PlaceChange = Schemas["PlaceRequest"];
export type SeriesChange = Schemas["SeriesRequest"];
export type StopSeries = Schemas["Series"];
/** A weekly rule with the days that were left out. */
export type ListedSeries = Schemas["ListedSeries"];
/** Of a stop that belongs to a series: only itself, or itself and all later ones. */
export type SeriesScope = "one" | "later";

interface Period {
  truckId: string;
  from: string;
  to: string;
}

/** The stops of a truck that overlap the period, by their start. */
export function stopsQuery({ truckId, from, to }: Period) {
  return queryOptions({
    queryKey: staffStopsKey(truckId, from, to),
    queryFn: ({ signal }) =>
      list(api.GET("/api/stops", { params: { query: { truckId, from, to } }, signal })),
  });
}

/** The weekly rules of a truck, each with the days that were left out. */
export function seriesQuery(truckId: string) {
  return queryOptions({
    queryKey: staffSeriesKey(truckId),
    queryFn: ({ signal }) =>
      list(api.GET("/api/stop-series", { params: { query: { truckId } }, signal })),
  });
}

/** The places of a truck, archived ones last. */
export function placesQuery(truckId: string) {
  return queryOptions({
    queryKey: staffPlacesKey(truckId),
    queryFn: ({ signal }) =>
      list(api.GET("/api/places", { params: { query: { truckId } }, signal })),
  });
}

/** Has the stops and places of a truck read again. */
export function invalidateSchedule(client: QueryClient, truckId: string): void {
  void readAgain(client, staffScheduleKey(truckId));
}

/** Something that is sent, under a key by which a repetition is recognized. */
export interface Sent<Body> {
  body: Body;
  key: string;
}

/** A change of the schedule, after which it is read again. */
function useScheduleChange<Input, Output>(
  truckId: string,
  change: (input: Input) => Promise<Output>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => invalidateSchedule(client, truckId),
  });
}

export function useAddStop(truckId: string) {
  return useScheduleChange(truckId, ({ body, key }: Sent<StopChange>) =>
    answer(
      api.POST("/api/stops", {
        params: { header: { "Idempotency-Key": key } },
        body: { ...body, truckId },
      }),
    ),
  );
}

export function useChangeStop(truckId: string) {
  return useScheduleChange(truckId, ({ id, change }: { id: string; change: StopChange }) =>
    answer(api.PUT("/api/stops/{stop_id}", { params: { path: { stop_id: id } }, body: change })),
  );
}

export function useDeleteStop(truckId: string) {
  return useScheduleChange(truckId, (id: string) =>
    answer(api.DELETE("/api/stops/{stop_id}", { params: { path: { stop_id: id } } })),
  );
}

export function useAddSeries(truckId: string) {
  return useScheduleChange(truckId, ({ body, key }: Sent<SeriesChange>) =>
    answer(
      api.POST("/api/stop-series", {
        params: { header: { "Idempotency-Key": key } },
        body: { ...body, truckId },
      }),
    ),
  );
}

interface OfSeries {
  seriesId: string;
  stopId: string;
}

/** Changes a stop of a series and all later ones that have no orders. */
export function useChangeSeries(truckId: string) {
  return useScheduleChange(
    truckId,
    ({ seriesId, stopId, change }: OfSeries & { change: SeriesChange }) =>
      answer(
        api.PUT("/api/stop-series/{series_id}", {
          params: { path: { series_id: seriesId }, query: { scope: "later", stopId } },
          body: change,
        }),
      ),
  );
}

/** Deletes a stop of a series, or it and all later ones; those with orders are kept. */
export function useDeleteFromSeries(truckId: string) {
  return useScheduleChange(
    truckId,
    ({ seriesId, stopId, scope }: OfSeries & { scope: SeriesScope }) =>
      answer(
        api.DELETE("/api/stop-series/{series_id}", {
          params: { path: { series_id: seriesId }, query: { scope, stopId } },
        }),
      ),
  );
}

export function useSavePlace(truckId: string) {
  return useScheduleChange(
    truckId,
    ({ id, change, key }: { id: string | null; change: PlaceChange; key: string }) =>
      id === null
        ? answer(
            api.POST("/api/places", {
              params: { header: { "Idempotency-Key": key } },
              body: { ...change, truckId },
            }),
          )
        : answer(
            api.PUT("/api/places/{place_id}", { params: { path: { place_id: id } }, body: change }),
          ),
  );
}

export function useArchivePlace(truckId: string) {
  return useScheduleChange(truckId, (id: string) =>
    answer(api.DELETE("/api/places/{place_id}", { params: { path: { place_id: id } } })),
  );
}

/** Switches a truck between being open at any time and being open at its stops. */
export function useSetScheduleMode(truckId: string) {
  const client = useQueryClient();
  return useScheduleChange(truckId, async (scheduleMode: "always" | "stops") => {
    const truck = await answer(
      api.PATCH("/api/trucks/{truck_id}/settings", {
        params: { path: { truck_id: truckId } },
        body: { scheduleMode },
      }),
    );
    applyTruck(client, truck);
  });
}
