import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import type { StopGrouping } from "@/domain/api/staff-types";
import { analyticsKey, stopAnalyticsKey } from "@/domain/query-keys";
import type { DaySpan } from "@/staff/shared/period";

/** What was sold on which days; without a truck, by all of them. */
export interface AnalyticsFilter extends DaySpan {
  truckId: string | null;
}

export function analyticsQuery(filter: AnalyticsFilter) {
  return queryOptions({
    queryKey: analyticsKey(filter),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/analytics", { params: { query: given(filter) }, signal })),
    // Another period may take a moment; the figures stay until then instead of jumping away.
    placeholderData: keepPreviousData,
    // An order may have been cancelled on the other screen a moment ago.
    refetchOnMount: "always",
  });
}

export function downloadAnalytics(filter: AnalyticsFilter): Promise<DownloadedFile> {
  return file(api.GET("/api/analytics/export", { params: { query: given(filter) }, ...AS_FILE }));
}

function given({ truckId, from, to }: AnalyticsFilter) {
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
