import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ActivityPage, User } from "@/api/admin-types";
import { apiGet, apiList } from "@/api/client";
import type { ActivityFilter } from "./activity-filter";

/** Whose actions: what concerns one truck, or all there are. */
export interface ActivityScope extends ActivityFilter {
  truckId: string | null;
}

export function activityQuery(scope: ActivityScope) {
  return infiniteQueryOptions({
    queryKey: ["activity", scope],
    queryFn: ({ pageParam, signal }) =>
      apiGet<ActivityPage>(`/audit${queryString({ ...asked(scope), cursor: pageParam })}`, {
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function activityExportPath(scope: ActivityScope): string {
  return `/audit/export${queryString(asked(scope))}`;
}

/** Everybody with an account, to choose from. */
export function staffQuery() {
  return queryOptions({
    queryKey: ["users"],
    queryFn: ({ signal }) => apiList<User>("/users", { signal }),
  });
}

function asked({ truckId, who, what, from, to }: ActivityScope) {
  return { truckId, actorId: who, action: what, from, to };
}

function queryString(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
