import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Analytics } from "@/api/admin-types";
import { apiGet } from "@/api/client";
import type { DayRange } from "./period";

/** What was sold on which days; without a truck, by all of them. */
export interface AnalyticsFilter extends DayRange {
  truckId: string | null;
}

export function analyticsQuery(filter: AnalyticsFilter) {
  return queryOptions({
    queryKey: ["analytics", filter.truckId, filter.from, filter.to],
    queryFn: ({ signal }) => apiGet<Analytics>(`/analytics${queryString(filter)}`, { signal }),
    // Another period may take a moment; the figures stay until then instead of jumping away.
    placeholderData: keepPreviousData,
    // An order may have been cancelled on the other screen a moment ago.
    refetchOnMount: "always",
  });
}

export function analyticsExportPath(filter: AnalyticsFilter): string {
  return `/analytics/export${queryString(filter)}`;
}

function queryString({ truckId, from, to }: AnalyticsFilter): string {
  return `?${new URLSearchParams({ ...(truckId ? { truckId } : {}), from, to })}`;
}
