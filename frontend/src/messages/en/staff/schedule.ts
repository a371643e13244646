import { plural } from "@/messages/plural";

export const schedule = {
  schedule: "Schedule",
  loadingTheSchedule: "Loading the schedule...",
  scheduleDidNotLoad: "The schedule did not load",
  view: "View",
  week: "Week",
  list: "List",
  previousWeek: "Previous week",
  nextWeek: "Next week",
  thisWeek: "This week",
  weekOf: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
  places: "Places",
  copyWeek: "Copy week",
  addStop: "Add stop",
  addStopOn: ({ day }: { day: string }) => `Add a stop on ${day}`,
  today: "Today",
  noStopPlanned: "No stops are planned",
  planWhereTheTruckWillBe:
    "Plan where the truck will be, so that customers find it and order ahead.",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  weekly: "Weekly",
  open: "Open",
  planned: "Planned",
  cancelled: "Cancelled",
  over: "Over",
  customersDoNotSeeStops: "Customers do not see these stops yet",
  truckIsOpenAtAnyTime:
    "The truck is open at any time. Switch it, and it is open at its stops only.",
  openAtStops: "Open at its stops",
  openAtItsStopsNow: "The truck is open at its stops now",
  truckIsOpenAtItsStops: "The truck is open at its stops.",
  openAnyTime: "Open at any time instead",
  openAtAnyTimeNow: "The truck is open at any time now",
  openAnyTimeQuestion: "Open at any time?",
  openAnyTimeNow: "Open at any time",
  customersOrderDayAndNight:
    "Customers can order day and night, for any time of the day. Places, hours, pickup times and limits of the stops do not count any more.",
  openOrdersStay: ({ orders }: { orders: number }) =>
    plural(orders, { one: "1 open order stays.", other: `${orders} open orders stay.` }),
  undo: "Undo",
  changeStop: "Change stop",
  addFirstPlace: "Add a place first",
  stop: "Stop",
  whatToChange: "What to change",
  thisStopOnly: "This stop only",
  thisAndAllLater: "This and all later ones",
  saving: "Saving...",
  save: "Save",
  saved: "Saved",
  stopNotSaved: "The stop was not saved",
  overlaps: ({ place, day, from, to }: { place: string; day: string; from: string; to: string }) =>
    `The truck is at ${place} on ${day}, ${from} to ${to}.`,
  fillThisIn: "Fill this in",
  place: "Place",
  day: "Day",
  from: "From",
  until: "Until",
  noteAndOrderTimes: "Note and order times",
  repeatEveryWeek: "Repeat every week",
  on: "On",
  lastDayOptional: "Last day (optional)",
  eightWeeksAhead: "Stops are added eight weeks ahead, until you end it.",
  noteOptional: "Note (optional)",
  customersReadIt: "Customers read it.",
  preordersStart: "Pre-orders start",
  lastOrders: "Last orders",
  moreAboutStop: "More about this stop",
  copyStop: "Copy stop",
  isBack: "The stop is back",
  putBack: "Put it back",
  cancelStop: "Cancel stop",
  deleted: "The stop is deleted",
  deleteStop: "Delete stop",
  deleteAllLater: "Delete this and all later ones",
  deleteTheseStops: "Delete these stops?",
  deleteThisStop: "Delete this stop?",
  delete: "Delete",
  laterOnesWithoutOrdersGo: "This stop and all later ones are deleted. Those with orders are kept.",
  itGoesFromTheCalendar: "Customers no longer see it.",
  noPlaceYet: "No places yet",
  addPlace: "Add place",
  changePlace: "Change place",
  backToPlaces: "Back to the places",
  archivePlace: "Archive place",
  placeIsArchived: ({ name }: { name: string }) => `${name} is archived`,
  thisStop: "this stop",
  thisPlace: "this place",
  placeName: "Name",
  asCustomersKnowIt: "As customers know it: Farmers market, Pier 5.",
  address: "Address",
  directionsOptional: "Directions (optional)",
  howCustomersFindIt: "How customers find it: behind the library, by the fountain.",
  taxRate: "Sales tax in percent",
  ordersHereAreTaxed: "Orders for stops here have this rate.",
  timeZone: "Time zone",
  stopsKeepTheirTimeOfDay: "Coming stops here keep their time of day.",
  savePlace: "Save place",
  latitude: "Latitude (optional)",
  longitude: "Longitude (optional)",
  useMyPosition: "Use my position",
  noPosition: "Your position could not be found. Please type it or leave it empty.",
  forMapAndDistance: "For the map and for customers near you.",
  percentBetween: ({ highest }: { highest: number }) => `Enter a percentage from 0 to ${highest}`,
  degreesBetween: ({ highest }: { highest: number }) =>
    `Enter degrees from -${highest} to ${highest}`,
  placeSaved: ({ name }: { name: string }) => `${name} saved`,
  placeNotSaved: "The place was not saved",
  unitsOf: ({ used, total }: { used: number; total: number }) => `${used} of ${total} units`,
  bookedOut: "No pickup times left",
  copyToNextWeek: "Copy to the next week?",
  copy: "Copy",
  copying: ({ number, count }: { number: number; count: number }) =>
    `Copying ${number} of ${count}...`,
  ordersAndRevenue: ({ count, revenue }: { count: number; revenue: string }) =>
    `${count} ${plural(count, { one: "order", other: "orders" })}, ${revenue}`,
  beforeItOpens: ({ minutes }: { minutes: number }) =>
    minutes === 0 ? "When it opens" : `${duration(minutes)} before it opens`,
  beforeItCloses: ({ minutes }: { minutes: number }) =>
    minutes === 0 ? "When it closes" : `${duration(minutes)} before it closes`,
  deletedSome: ({ removed, kept }: { removed: number; kept: number }) =>
    `${removed} ${plural(removed, { one: "stop", other: "stops" })} deleted${kept > 0 ? `, ${kept} with orders kept` : ""}`,
  weekIsCopied: ({ copied, left }: { copied: number; left: number }) =>
    `${copied} ${plural(copied, { one: "stop", other: "stops" })} copied${left > 0 ? `, ${left} left out because the truck is elsewhere then` : ""}`,
  stopsAreCopied: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "stop is", other: "stops are" })} copied to the same day and time. Weekly ones come by themselves.`,
  weeklyStopsLeftOut: "Weekly stops that were left out",
  leftOut: ({
    day,
    place,
    other,
    from,
    to,
  }: {
    day: string;
    place: string;
    other: string;
    from: string;
    to: string;
  }) => `${day}: no stop at ${place}, because the truck is at ${other} from ${from} to ${to}.`,
};

function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, "day", "days");
  return minutes % 60 === 0
    ? counted(minutes / 60, "hour", "hours")
    : counted(minutes, "minute", "minutes");
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${plural(count, { one, other })}`;
}
