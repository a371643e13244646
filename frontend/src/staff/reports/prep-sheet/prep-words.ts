import type { PrepItem, PrepSheet } from "@/domain/api/admin-types";
import { zoneAbbreviation } from "@/domain/time/dates";
import { formatDay, formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";

/** "Monday, November 30, 11:00 AM to 2:00 PM PST": the day and the times on the clock of the place. */
export function whenOf({ startsAt, endsAt, timezone }: PrepSheet): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  return m.common.dayFromTo({
    day: formatDay(start, timezone),
    from: formatTimeOfDay(start, timezone),
    to: `${formatTimeOfDay(end, timezone)} ${zoneAbbreviation(end, timezone)}`,
  });
}

/** From which stops the expectation comes, and why from those. */
export function basisOf({ basis, placeName }: PrepSheet): string {
  const given = { count: basis.stops.length, place: placeName, weekday: basis.weekday };
  if (basis.kind === "place_and_weekday") return m.prepSheet.basis.placeAndWeekday(given);
  if (basis.kind === "place") return m.prepSheet.basis.place(given);
  if (basis.kind === "weekday") return m.prepSheet.basis.weekday(given);
  return m.prepSheet.basis.nothing;
}

/** "18 to 31"; null where every stop had the same. */
export function rangeOf({ low, high }: PrepItem): string | null {
  if (low === null || high === null || low === high) return null;
  return m.prepSheet.table.range({ low, high });
}
