import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Ledger } from "@/api/admin-types";
import { apiGet } from "@/api/client";

/** Whose orders, made on which days; without days the last 30. */
export interface LedgerFilter {
  truckId: string | null;
  from: string;
  to: string;
}

export function ledgerQuery(filter: LedgerFilter) {
  return infiniteQueryOptions({
    queryKey: ["ledger", filter.truckId, filter.from, filter.to],
    queryFn: ({ pageParam, signal }) =>
      apiGet<Ledger>(`/ledger${queryString({ ...filter, cursor: pageParam })}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function ledgerExportPath(filter: LedgerFilter): string {
  return `/ledger/export${queryString({ ...filter })}`;
}

function queryString(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
