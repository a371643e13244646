import { messages as m } from "@/messages";
import type { Choice } from "@/ui/inputs/combobox";

/** Where most trucks stand, from east to west; each stands for all who share its clocks. */
const COMMON: Record<string, string> = {
  get "America/New_York"() {
    return m.staff.trucksForm.easternTimeNewYork;
  },
  get "America/Chicago"() {
    return m.staff.trucksForm.centralTimeChicago;
  },
  get "America/Denver"() {
    return m.staff.trucksForm.mountainTimeDenver;
  },
  get "America/Phoenix"() {
    return m.staff.trucksForm.mountainTimeWithoutSummerTime;
  },
  get "America/Los_Angeles"() {
    return m.staff.trucksForm.pacificTimeLosAngeles;
  },
  get "America/Anchorage"() {
    return m.staff.trucksForm.alaskaTimeAnchorage;
  },
  get "Pacific/Honolulu"() {
    return m.staff.trucksForm.hawaiiTimeHonolulu;
  },
  get "America/Puerto_Rico"() {
    return m.staff.trucksForm.atlanticTimePuertoRico;
  },
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
