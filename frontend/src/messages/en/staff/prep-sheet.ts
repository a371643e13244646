import { plural } from "@/messages/plural";

interface Basis {
  count: number;
  place: string;
  /** `mon` to `sun`. */
  weekday: string;
}

const WEEKDAYS: Record<string, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

export const prepSheet = {
  prepSheet: "Prep sheet",
  prepSheetFor: ({ place, day }: { place: string; day: string }) => `Prep sheet, ${place}, ${day}`,
  forNextStop: ({ place, when }: { place: string; when: string }) => `for ${place}, ${when}`,
  loading: "Loading the prep sheet...",
  didNotLoad: "The prep sheet did not load",
  knownBefore: ({ reason }: { reason: string }) =>
    `The prep sheet did not load: ${reason} Below is what was known before.`,
  stopNotFound: "Stop not found",
  itMayBeDeleted: "There is no such stop, or it belongs to another truck.",
  stopIsCancelled: "This stop is cancelled",
  nothingToPrepare: "There is nothing to prepare for it.",
  stopIsOver: "This stop is over.",
  openSchedule: "Open the schedule",
  menuIsEmpty: "The menu is empty",
  addItemsFirst: "Add menu items, and this sheet says how many of each to prepare.",
  openMenu: "Open the menu",
  print: "Print",
  downloadCsv: "Download CSV",
  dayAndTimes: ({ day, from, to }: { day: string; from: string; to: string }) =>
    `${day}, ${from} to ${to}`,
  fromPlaceAndWeekday: ({ count, place, weekday }: Basis) =>
    `From the last ${stops(count)} at ${place} on ${onDays(count, weekday)}`,
  fromPlace: ({ count, place, weekday }: Basis) =>
    `From the last ${stops(count)} at ${place}, ${none(count)} on a ${nameOf(weekday)}`,
  fromWeekday: ({ count, place, weekday }: Basis) =>
    `From the last ${stops(count)} on ${onDays(count, weekday)}, ${none(count)} at ${place}`,
  fromNothing: "No earlier stop to compare with",
  whatIsShown:
    "Nothing can be expected until a stop here or on this weekday is over. What is pre-ordered is shown.",
  howToRead:
    "Expected is the middle of what was ordered at these stops, with the least and the most.",
  stopsCompared: "Stops compared",
  pieces: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "piece", other: "pieces" })}`,
  whatToPrepare: "What to prepare",
  done: "Done",
  item: "Item",
  expected: "Expected",
  preordered: "Pre-ordered",
  ordered: "Ordered",
  counted: "Counted",
  notCounted: "Not counted",
  total: "Total",
  otherItems: "Other items",
  range: ({ low, high }: { low: number; high: number }) => `${low} to ${high}`,
  soldOutEarly: ({ count, stops }: { count: number; stops: number }) =>
    `Sold out early at ${count} of ${stops}`,
};

function stops(count: number): string {
  return count === 1 ? "stop" : `${count} stops`;
}

function none(count: number): string {
  return count === 1 ? "which was not" : "none of them";
}

function nameOf(weekday: string): string {
  return WEEKDAYS[weekday] ?? weekday;
}

/** "a Monday", "Mondays". */
function onDays(count: number, weekday: string): string {
  return count === 1 ? `a ${nameOf(weekday)}` : `${nameOf(weekday)}s`;
}
