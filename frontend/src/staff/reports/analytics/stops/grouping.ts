import type { StopGrouping } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { withParams } from "@/ui/browser/address-params";

export const groupings = () =>
  [
    { value: "stop", label: m.common.stop },
    { value: "place", label: m.common.place },
    { value: "weekday", label: m.stopReport.weekday },
  ] as const;

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
