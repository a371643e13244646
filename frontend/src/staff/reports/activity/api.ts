import { infiniteQueryOptions } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { activityKey } from "@/domain/query-keys";
import type { ActivityFilter } from "./activity-filter";

/** Whose actions: what concerns one truck, or all there are. */
export interface ActivityScope extends ActivityFilter {
  truckId: string | null;
}

export function activityQuery(scope: ActivityScope) {
  return infiniteQueryOptions({
    queryKey: activityKey(scope),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/audit", {
          params: { query: { ...asked(scope), cursor: pageParam || null } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function downloadActivity(scope: ActivityScope): Promise<DownloadedFile> {
  return file(api.GET("/api/audit/export", { params: { query: asked(scope) }, ...AS_FILE }));
}

function asked({ truckId, who, what, from, to }: ActivityScope) {
  return {
    truckId,
    actorId: who || null,
    action: what || null,
    from: from || null,
    to: to || null,
  };
}
