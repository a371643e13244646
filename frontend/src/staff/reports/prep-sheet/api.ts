import { queryOptions } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { prepSheetKey } from "@/domain/query-keys";

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
