/** What the schedule, its stops and places, and the result of a stop say. */
import { plural } from "@/messages/language";

export const schedule = {
  stopResult: {
    tab: "Result",
    title: "Result of the stop",
    loading: "Loading the result...",
    failed: "The result did not load",
    compared: ({ stops, days }: { stops: number; days: number }) =>
      `Compared with the average of ${stops} other ${plural(stops, { one: "stop", other: "stops" })} here in the ${days} days before.`,
    nothingToCompare: ({ days }: { days: number }) =>
      `No other stop has ended here in the ${days} days before, so there is nothing to compare with.`,
    stillOpen: "The stop is still open: these are its figures so far.",
    average: ({ average }: { average: string }) => `Average here: ${average}`,
  },
  schedule: {
    loading: "Loading the schedule...",
    failed: "The schedule did not load",
    view: {
      label: "View",
      list: "List",
    },
    weekOf: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
    copyWeek: {
      action: "Copy week",
      title: "Copy to the next week?",
      running: ({ number, count }: { number: number; count: number }) =>
        `Copying ${number} of ${count}...`,
      doneSome: ({ copied, left }: { copied: number; left: number }) =>
        `${copied} ${plural(copied, { one: "stop", other: "stops" })} copied${left > 0 ? `, ${left} left out because the truck is already booked then` : ""}`,
      done: ({ count }: { count: number }) =>
        `${count} ${plural(count, { one: "stop is", other: "stops are" })} copied to the same day and time. Weekly ones come by themselves.`,
    },
    addStop: "Add stop",
    addStopOn: ({ day }: { day: string }) => `Add a stop on ${day}`,
    empty: "No stops are planned",
    planStop: "Plan a stop",
    emptyWeek: "No stops are planned this week",
    earlierDays: ({ count }: { count: number }) =>
      plural(count, { one: "1 earlier day", other: `${count} earlier days` }),
    emptyHint: "Plan where the truck will be, so that customers find it and order ahead.",
    stop: {
      weekly: "Weekly",
      edit: "Change stop",
      noPlace: "Add a place first",
      scope: "What to change",
      scopeThis: "This stop only",
      scopeLater: "This and all later ones",
      saved: "Saved",
      failed: "The stop was not saved",
      more: "Note and order times",
      repeat: "Repeat every week",
      weekdays: "On",
      lastDay: "Last day (optional)",
      repeatHint: "Stops are added eight weeks ahead, for as long as the stop repeats.",
      noteHint: "Customers read it.",
      preorders: "Pre-orders start",
      lastOrders: "Last orders",
      actions: "More about this stop",
      copy: "Copy stop",
      conflict: "Someone else changed this stop while you were editing",
      taken: ({ percent }: { percent: number }) => `${percent}% taken`,
      full: "No pickup times left",
      ordersAndRevenue: ({ count, revenue }: { count: number; revenue: string }) =>
        `${count} ${plural(count, { one: "order", other: "orders" })}, ${revenue}`,
      beforeOpening: ({ minutes }: { minutes: number }) =>
        minutes === 0 ? "When it opens" : `${duration(minutes)} before it opens`,
      beforeClosing: ({ minutes }: { minutes: number }) =>
        minutes === 0 ? "When it closes" : `${duration(minutes)} before it closes`,
    },
    states: {
      open: "Open",
      planned: "Planned",
      ended: "Ended",
    },
    mode: {
      hidden: "Customers do not see these stops yet",
      hiddenHint: "The truck is open at any time. Switch it, and it is open at its stops only.",
      switchToStops: "Open at its stops",
      nowByStops: "The truck is open at its stops now",
      byStops: "The truck is open at its stops.",
      switchToAnyTime: "Open at any time instead",
      nowAnyTime: "The truck is open at any time now",
      question: "Open at any time?",
      confirm: "Open at any time",
      questionHint:
        "Customers can order day and night, for any time of the day. Places, hours, pickup times and limits of the stops do not count any more.",
      openOrders: ({ orders }: { orders: number }) =>
        plural(orders, { one: "1 open order stays.", other: `${orders} open orders stay.` }),
    },
    required: "Fill this in",
    cancel: {
      undone: "The stop is back",
      undo: "Put it back",
      action: "Cancel stop",
    },
    delete: {
      done: "The stop is deleted",
      action: "Delete stop",
      allLater: "Delete this and all later ones",
      titleMany: "Delete these stops?",
      title: "Delete this stop?",
      hintMany: "This stop and all later ones are deleted. Those with orders are kept.",
      hint: "Customers no longer see it.",
      doneMany: ({ removed, kept }: { removed: number; kept: number }) =>
        `${removed} ${plural(removed, { one: "stop", other: "stops" })} deleted${kept > 0 ? `, ${kept} with orders kept` : ""}`,
    },
    place: {
      empty: "No places yet",
      add: "Add place",
      edit: "Change place",
      back: "Back to the places",
      archive: "Archive place",
      archived: ({ name }: { name: string }) => `${name} is archived`,
      conflict: "Someone else changed this place while you were editing",
      nameHint: "As customers know it: Farmers market, Pier 5.",
      directions: "Directions (optional)",
      directionsHint: "How customers find it: behind the library, by the fountain.",
      more: "More: directions, sales tax, position, time zone",
      taxRate: "Sales tax in percent",
      taxRateHint: "Orders for stops here have this rate.",
      timeZoneHint: "Coming stops here keep their time of day.",
      submit: "Save place",
      latitude: "Latitude (optional)",
      longitude: "Longitude (optional)",
      percentInvalid: ({ highest }: { highest: number }) =>
        `Enter a percentage from 0 to ${highest}`,
      degreesInvalid: ({ highest }: { highest: number }) =>
        `Enter degrees from -${highest} to ${highest}`,
      saved: ({ name }: { name: string }) => `${name} saved`,
      failed: "The place was not saved",
    },
    skipped: {
      title: "Weekly stops that were left out",
      reason: ({
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
    },
  },
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
