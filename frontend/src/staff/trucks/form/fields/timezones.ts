import type { Choice } from "@/ui/inputs/combobox";

/** Where most trucks stand, from east to west; each stands for all who share its clocks. */
const COMMON: Record<string, string> = {
  "America/New_York": "Eastern Time, New York",
  "America/Chicago": "Central Time, Chicago",
  "America/Denver": "Mountain Time, Denver",
  "America/Phoenix": "Mountain Time without summer time, Phoenix",
  "America/Los_Angeles": "Pacific Time, Los Angeles",
  "America/Anchorage": "Alaska Time, Anchorage",
  "Pacific/Honolulu": "Hawaii Time, Honolulu",
  "America/Puerto_Rico": "Atlantic Time, Puerto Rico",
};

/** Every zone that this browser knows, those of the United States first. */
export function timezoneChoices(present: string): Choice[] {
  const common = Object.entries(COMMON).map(([value, label]) => ({ value, label }));
  const names = new Set([...Intl.supportedValuesOf("timeZone"), present]);
  const others = [...names]
    .filter((name) => name !== "" && !(name in COMMON))
    .sort((one, other) => regionRank(one) - regionRank(other) || one.localeCompare(other))
    .map((value) => ({ value, label: placeOf(value) }));
  return [...common, ...others];
}

function regionRank(name: string): number {
  if (name.startsWith("America/")) return 0;
  return name.startsWith("Pacific/") ? 1 : 2;
}

/** "America/Argentina/Buenos_Aires" as "Buenos Aires, Argentina, America". */
function placeOf(name: string): string {
  return name.replaceAll("_", " ").split("/").reverse().join(", ");
}
