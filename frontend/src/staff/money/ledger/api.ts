import { infiniteQueryOptions } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { ledgerKey } from "@/domain/query-keys";

/** Whose orders, made on which days; without days the last 30. */
export interface LedgerFilter {
  truckId: string | null;
  from: string;
  to: string;
}

export function ledgerQuery(filter: LedgerFilter) {
  return infiniteQueryOptions({
    queryKey: ledgerKey(filter),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/ledger", {
          params: { query: { ...given(filter), cursor: pageParam || null } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function downloadLedger(filter: LedgerFilter): Promise<DownloadedFile> {
  return file(api.GET("/api/ledger/export", { params: { query: given(filter) }, ...AS_FILE }));
}

/** An empty day is no limit. */
function given({ truckId, from, to }: LedgerFilter) {
  return { truckId, from: from || null, to: to || null };
}
