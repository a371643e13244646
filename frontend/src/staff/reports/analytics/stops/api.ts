import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { StopGrouping } from "@/domain/api/admin-types";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { stopAnalyticsKey } from "@/domain/query-keys";
import type { AnalyticsFilter } from "@/staff/reports/analytics/api";

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
