import { messages as m } from "@/messages";
import type { Choice } from "@/ui/inputs/combobox";

/** Where most trucks stand, from east to west; each stands for all who share its clocks. */
const commonZones = (): Record<string, string> => ({
  "America/New_York": m.truckForm.zones.eastern,
  "America/Chicago": m.truckForm.zones.central,
  "America/Denver": m.truckForm.zones.mountain,
  "America/Phoenix": m.truckForm.zones.phoenix,
  "America/Los_Angeles": m.truckForm.zones.pacific,
  "America/Anchorage": m.truckForm.zones.alaska,
  "Pacific/Honolulu": m.truckForm.zones.hawaii,
  "America/Puerto_Rico": m.truckForm.zones.atlantic,
});

/** Every zone that this browser knows, those of the United States first. */
export function timezoneChoices(present: string): Choice[] {
  const zones = commonZones();
  const common = Object.entries(zones).map(([value, label]) => ({ value, label }));
  const names = new Set([...Intl.supportedValuesOf("timeZone"), present]);
  const others = [...names]
    .filter((name) => name !== "" && !(name in zones))
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
