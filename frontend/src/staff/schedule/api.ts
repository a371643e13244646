import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { readAgain } from "@/domain/live/read-again";
import {
  staffCountsKey,
  staffPlacesKey,
  staffScheduleKey,
  staffSeriesKey,
  staffSlotsKey,
  staffStopsKey,
  stopProposalKey,
  stopResultKey,
} from "@/domain/query-keys";
import type { Stop } from "@/domain/schedule/current-stops";
import { closesAt, opensAt, ordersOpenAt, presentSchedule } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/time-words";
import { applyTruck } from "@/domain/trucks/staff-truck-queries";
import { messages as m } from "@/messages";
import type { CountInput } from "@/staff/schedule/counts/counted-items-and-form-values";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useNow } from "@/ui/browser/use-now-and-tell-at";

type Schemas = components["schemas"];

/** A stop with its orders that are not cancelled and their revenue in dollars. */
export type StaffStop = Schemas["StaffStop"];
export type Place = Schemas["Place"];
export type StopProposal = Schemas["StopProposal"];
export type StopChange = Schemas["StopRequest"];
type PlaceChange = Schemas["PlaceRequest"];
type SeriesChange = Schemas["SeriesRequest"];
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

/** A form that can be filled in without the proposal waits no longer for it. */
const PROPOSAL_MS = 4_000;

/** A stop like the latest one, on the first free day from `from`, or tomorrow, on. */
export function stopProposalQuery(truckId: string, from: string | undefined) {
  return queryOptions({
    queryKey: stopProposalKey(truckId, from),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/stops/proposal", {
          params: { query: { truckId, ...(from ? { from } : {}) } },
          signal: withTimeLimit(PROPOSAL_MS, signal),
        }),
      ),
    retry: false,
    // A stop may have been added since.
    staleTime: 0,
  });
}

/** Has the stops and places of a truck read again. */
function invalidateSchedule(client: QueryClient, truckId: string): void {
  void readAgain(client, staffScheduleKey(truckId));
}

/** Something that is sent, under a key by which a repetition is recognized. */
interface Sent<Body> {
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

interface Present {
  stop?: Stop;
  place?: Place;
  series?: StopSeries;
}

/** The stop, the place or the series as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile<Kind extends keyof Present>(
  error: unknown,
  kind: Kind,
): NonNullable<Present[Kind]> | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return (error.body as Present)[kind] ?? null;
}

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

/** Names the stop that is in the way of another one; null for any other failure. */
export function overlapSentence(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "stop_overlaps") return null;
  const { stop } = error.body as { stop?: Stop };
  if (!stop) return error.message;
  return m.plan.overlaps({
    place: stop.place.name,
    day: formatDay(opensAt(stop), stop.place.timezone),
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
}

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

/** How full pickup slots are, in units. */
export type SlotLoads = Schemas["SlotLoads"];

export type SlotLoad = SlotLoads["slots"][number];

/** Of a stop, or with null of a truck that is always open. Read again with the schedule at each live event. */
export function slotLoadsQuery(truckId: string, stopId: string | null) {
  return queryOptions({
    queryKey: staffSlotsKey(truckId, stopId),
    queryFn: ({ signal }) =>
      stopId === null ? slotLoadsOfTruck(truckId, signal) : slotLoadsOfStop(stopId, signal),
  });
}

function slotLoadsOfStop(stopId: string, signal: AbortSignal): Promise<SlotLoads> {
  const params = { path: { stop_id: stopId } };
  return answer(api.GET("/api/stops/{stop_id}/slots", { params, signal }));
}

function slotLoadsOfTruck(truckId: string, signal: AbortSignal): Promise<SlotLoads> {
  const params = { path: { truck_id: truckId } };
  return answer(api.GET("/api/trucks/{truck_id}/slot-loads", { params, signal }));
}

/** Whether the truck has slots although it is always open. */
export function hasOwnSlots({ scheduleMode, settings }: StaffTruck): boolean {
  return scheduleMode === "always" && settings.unitsPerTenMinutes !== null;
}

const hasOpenedForOrders = (stop: Stop, now: Date) =>
  stop.status !== "cancelled" && (stop.takesOrders || now >= ordersOpenAt(stop));

/**
 * The stop that staff work for now: where the truck is, or the coming one from its first pre-orders on, also once it is
 * booked out or its time for orders is over. Null without one.
 */
export function usePresentStop(truck: StaffTruck): Stop | null {
  return useLoadedStop(truck).stop;
}

/** The present stop, for what has to tell that there is none from that it is not known yet. */
export function useLoadedStop({ _id, scheduleMode }: StaffTruck) {
  const isMoving = scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data: truck, isLoading } = useQuery(staffTruckQuery(isMoving ? _id : ""));
  const now = useNow();
  return { stop: isMoving && truck ? stopAt(truck, now) : null, isLoading };
}

function stopAt(truck: Parameters<typeof presentSchedule>[0], now: Date): Stop | null {
  const { current, next } = presentSchedule(truck, now);
  return current ?? (next && hasOpenedForOrders(next, now) ? next : null);
}
