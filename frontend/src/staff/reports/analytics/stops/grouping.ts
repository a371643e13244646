import type { StopGrouping } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { withParams } from "@/ui/browser/with-params";

/** Which report the address asks for, and what the stops are summed up by. */
export type View = "sales" | "stops";

export const views = () =>
  [
    { value: "sales", label: m.stopReport.overview },
    { value: "stops", label: m.stopReport.byStop },
  ] as const;

export const groupings = () =>
  [
    { value: "stop", label: m.common.stop },
    { value: "place", label: m.common.place },
    { value: "weekday", label: m.stopReport.weekday },
  ] as const;

export function readView(search: URLSearchParams): View {
  return search.get("view") === "stops" ? "stops" : "sales";
}

export function writeView(search: URLSearchParams, view: View): URLSearchParams {
  return withParams(search, { by: null, view: view === "stops" ? view : null });
}

export function readGrouping(search: URLSearchParams): StopGrouping {
  const asked = search.get("by");
  return groupings().find(({ value }) => value === asked)?.value ?? "stop";
}

export function writeGrouping(search: URLSearchParams, grouping: StopGrouping): URLSearchParams {
  return withParams(search, { by: grouping });
}

export function groupingTitle(grouping: StopGrouping): string {
  const titles = {
    stop: m.stopReport.byStop,
    place: m.stopReport.byPlace,
    weekday: m.stopReport.byWeekday,
  };
  return titles[grouping];
}

export function groupingUnit(grouping: StopGrouping): string {
  return groupings().find(({ value }) => value === grouping)?.label ?? "";
}
