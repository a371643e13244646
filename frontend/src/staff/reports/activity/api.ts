import { infiniteQueryOptions } from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { activityKey } from "@/domain/query-keys";
import { isCalendarDay } from "@/domain/time/calendar-day";
import { withParams } from "@/ui/browser/address-params";

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

/** What the list is narrowed by. All of it is in the address. */
export interface ActivityFilter {
  who: string;
  what: string;
  from: string;
  to: string;
}

const NAMES = ["who", "what", "from", "to"] as const;

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
  return NAMES.some((name) => filter[name] !== "");
}

function dayOf(text: string | null): string {
  return isCalendarDay(text) ? text : "";
}
