import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { StopGrouping } from "@/domain/api/staff-types";
import { activityKey, analyticsKey, prepSheetKey, stopAnalyticsKey } from "@/domain/query-keys";
import { isCalendarDay } from "@/domain/time/calendar-day";
import type { DaySpan } from "@/staff/shared/period-picker-and-address";
import { withParams } from "@/ui/browser/with-params-and-param-once";

/** What was sold on which days; without a truck, by all of them. */
export interface AnalyticsFilter extends DaySpan {
  truckId: string | null;
}

export function analyticsQuery(filter: AnalyticsFilter) {
  return queryOptions({
    queryKey: analyticsKey(filter),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/analytics", { params: { query: analyticsParams(filter) }, signal })),
    // Another period may take a moment; the figures stay until then instead of jumping away.
    placeholderData: keepPreviousData,
    // An order may have been cancelled on the other screen a moment ago.
    refetchOnMount: "always",
  });
}

export function downloadAnalytics(filter: AnalyticsFilter): Promise<DownloadedFile> {
  return file(
    api.GET("/api/analytics/export", { params: { query: analyticsParams(filter) }, ...AS_FILE }),
  );
}

function analyticsParams({ truckId, from, to }: AnalyticsFilter) {
  return { truckId, from, to };
}

/** Which stops, and what they are summed up by. */
export interface StopsFilter extends AnalyticsFilter {
  groupBy: StopGrouping;
}

export function stopAnalyticsQuery(filter: StopsFilter) {
  return queryOptions({
    queryKey: stopAnalyticsKey(filter),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/analytics/stops", { params: { query: { ...filter } }, signal })),
    placeholderData: keepPreviousData,
    // A stop may be open, and sell meanwhile.
    refetchOnMount: "always",
  });
}

export function downloadStops(filter: StopsFilter): Promise<DownloadedFile> {
  return file(
    api.GET("/api/analytics/stops/export", { params: { query: { ...filter } }, ...AS_FILE }),
  );
}

/** Whose actions: what concerns one truck, or all there are. */
interface ActivityScope extends ActivityFilter {
  truckId: string | null;
}

export function activityQuery(scope: ActivityScope) {
  return infiniteQueryOptions({
    queryKey: activityKey(scope),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/audit", {
          params: { query: { ...activityParams(scope), cursor: pageParam || null } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function downloadActivity(scope: ActivityScope): Promise<DownloadedFile> {
  return file(
    api.GET("/api/audit/export", { params: { query: activityParams(scope) }, ...AS_FILE }),
  );
}

function activityParams({ truckId, who, what, from, to }: ActivityScope) {
  return {
    truckId,
    actorId: who || null,
    action: what || null,
    from: from || null,
    to: to || null,
  };
}

/** What the list is narrowed by. All of it is in the address. */
export interface ActivityFilter {
  who: string;
  what: string;
  from: string;
  to: string;
}

const FILTER_NAMES = ["who", "what", "from", "to"] as const;

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
  return FILTER_NAMES.some((name) => filter[name] !== "");
}

function dayOf(text: string | null): string {
  return isCalendarDay(text) ? text : "";
}

export function prepSheetQuery(stopId: string) {
  return queryOptions({
    queryKey: prepSheetKey(stopId),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/stops/{stop_id}/prep-sheet", { params: pathOf(stopId), signal })),
    // Pre-orders may have come in since the last visit.
    refetchOnMount: "always",
  });
}

/** Where the prep sheet of a stop is. */
export function prepSheetPath(stopId: string): string {
  return `/admin/schedule/stops/${stopId}/prep-sheet`;
}

export function downloadPrepSheet(stopId: string): Promise<DownloadedFile> {
  return file(
    api.GET("/api/stops/{stop_id}/prep-sheet/export", { params: pathOf(stopId), ...AS_FILE }),
  );
}

/** The staff of one truck may not learn whether a stop of another exists. */
export function isStopMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

function pathOf(stopId: string) {
  return { path: { stop_id: stopId } };
}
