import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { comparisonKey } from "@/domain/query-keys";
import { POLL_MS } from "@/staff/dashboard/api";

/** All trucks on these days, and how each stands now. */
export function comparisonQuery(from: string, to: string) {
  return queryOptions({
    queryKey: comparisonKey(from, to),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/analytics/trucks", { params: { query: { from, to } }, signal })),
    // Other days may take a moment; the figures stay until then instead of jumping away.
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    refetchOnMount: "always",
  });
}
