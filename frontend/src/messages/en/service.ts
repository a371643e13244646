/** What staff change while they serve: pauses, sold out, slots, counts, capacity, changes of plan, the prep sheet. */
import { plural } from "@/messages/language";

interface Basis {
  count: number;
  place: string;
  /** `mon` to `sun`. */
  weekday: string;
}

interface BusyTimes {
  /** From the order to the earliest pickup, now and usually. */
  minutes: number;
  usualMinutes: number;
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

const asPrinter = (name: string) => (/printer$/i.test(name) ? name : `${name} printer`);
export const service = {
  printers: {
    silent: ({ name, time }: { name: string; time: string }) =>
      `${asPrinter(name)} is silent since ${time}.`,
    paper_out: ({ name }: { name: string }) => `${asPrinter(name)} is out of paper.`,
    cover_open: ({ name }: { name: string }) => `${asPrinter(name)}: the cover is open.`,
  },
  capacity: {
    stopUnlimited: "How much can be ordered: no limit",
    stopLimit: ({ minutes }: { minutes: number }) =>
      `How much can be ordered: a limit every ${minutes} minutes`,
    slotLength: "Slot length",
    minutes: ({ minutes }: { minutes: number }) => `${minutes} minutes`,
    limitHint:
      "Once this many are ordered for one pickup time, customers choose a later one. You can raise the limit during service. Empty means no limit.",
    countingTitle: "More: what counts as one menu item",
    counting:
      "The limit counts the prep units of each menu item: 1 for most. Under More on the form of a menu item, enter 2 for twice the work, or 0 for what is only handed over, such as drinks.",
    counterShare: "Kept for the counter",
    counterShareHint: "This part of each slot cannot be ordered online.",
    share: ({ share }: { share: number }) => (share === 0 ? "Nothing" : `${share}%`),
    perHour: ({ units }: { units: number }) => `About ${counted(units)} an hour.`,
    perHourOf: ({ pieces, item }: { pieces: number; item: string }) =>
      `About ${pieces} × ${item} an hour.`,
    ordersPerHour: ({ orders }: { orders: number }) =>
      `In orders like those of the last 30 days: about ${orders}.`,
    online: ({ pieces, item }: { pieces: number; item: string }) => `Online: ${pieces} × ${item}.`,
    limitInvalid: ({ least, most }: { least: number; most: number }) =>
      `Enter a whole number from ${least} to ${most}, or leave it empty`,
    title: "Capacity",
    saved: "The capacity is saved",
    failed: ({ reason }: { reason: string }) => `The capacity was not saved: ${reason}`,
  },
  counts: {
    lead: "Enter how many there are for this stop. What runs out is sold out at once. Without a number there is no limit.",
    copy: {
      action: "Copy from last time",
      lastTime: ({ day }: { day: string }) => `Last time here: ${day}`,
      done: ({ count }: { count: number }) =>
        `${count} ${plural(count, { one: "count", other: "counts" })} copied. Save to use them.`,
    },
    optionsOf: ({ item }: { item: string }) => `Options of ${item}`,
    left: ({ remaining, initial }: { remaining: number; initial: number }) =>
      `${remaining} of ${initial} left`,
    ordered: ({ count }: { count: number }) => `${count} ordered already`,
    invalid: "Enter a whole number, or leave it empty",
    save: "Save counts",
    saved: "Counts saved",
    failed: ({ reason }: { reason: string }) => `The counts were not saved: ${reason}`,
    loading: "Loading counts...",
    loadFailed: "The counts did not load",
    loadFailedStale: ({ reason }: { reason: string }) =>
      `The counts did not load: ${reason} What you see may be out of date.`,
    emptyHint: "What is on the menu can be counted.",
    addMenuItem: "Add menu item",
    panel: {
      lead: ({ place }: { place: string }) => `At ${place}. Changes reach open menus at once.`,
      empty: "Nothing is counted at this stop.",
      more: "Count something else",
    },
    adjust: {
      less: ({ name }: { name: string }) => `−1: ${name}`,
      more: ({ name }: { name: string }) => `+1: ${name}`,
      left: ({ name }: { name: string }) => `Left: ${name}`,
      set: "Set",
      failed: ({ reason }: { reason: string }) => `Not changed: ${reason}`,
    },
  },
  plan: {
    title: "Change of plan",
    kinds: {
      question: "What happened?",
      late: "We run late",
      lateHint: "Orders move along with you.",
      lateSubmit: "Run late",
      moved: "We are somewhere else",
      movedHint: "Orders are picked up at the new place.",
      movedSubmit: "Move the stop",
      endsEarly: "We close early",
      endsEarlyHint: "Orders for later are refunded.",
      endsEarlySubmit: "Close early",
      cancelled: "We cannot come",
      cancelledHint: "All orders that are not picked up are cancelled and refunded.",
      cancelledSubmit: "Cancel the stop",
      hint: "Nothing happens yet. You first see what it would do.",
    },
    stopAt: ({ place, from, to }: { place: string; from: string; to: string }) =>
      `${place}, ${from} to ${to}`,
    form: {
      howLate: "How late?",
      minutesLater: ({ minutes }: { minutes: number }) => `${minutes} min`,
      minutesInvalid: ({ least, most }: { least: number; most: number }) =>
        `Enter a number from ${least} to ${most}`,
      endLater: "Close that much later too",
      placesFailed: "The places did not load",
      closesAt: "Closes at",
      insteadOf: ({ time }: { time: string }) => `Instead of ${time}.`,
      sentence: "In your own words (optional)",
      sentenceHint: "Customers will read this. Example: The generator broke down.",
      previewing: "Loading the preview...",
      preview: "Show what happens",
    },
    preview: {
      failed: "The preview did not load",
      title: "This will happen",
      changed: "Something has changed meanwhile. This is how it is now.",
      noAddress: "The place has no address: the text tells customers only its name.",
      customersRead: "Customers read:",
      delayHint: "It starts ten seconds later. Until then you can undo it.",
      notStarted: "It was not started",
    },
    effects: {
      texted: ({ count }: { count: number }) =>
        count === 0
          ? "No customer gets a text."
          : plural(count, {
              one: "1 customer gets a text.",
              other: `${count} customers get a text.`,
            }),
      refunded: ({ count, amount }: { count: number; amount: string }) =>
        plural(count, {
          one: `1 order, ${amount}, is refunded.`,
          other: `${count} orders, ${amount}, are refunded.`,
        }),
      paidOut: ({ count, amount }: { count: number; amount: string }) =>
        plural(count, {
          one: `1 of them was paid at the counter: you pay ${amount} back yourself.`,
          other: `${count} of them were paid at the counter: you pay ${amount} back yourself.`,
        }),
      later: ({ count, minutes }: { count: number; minutes: number }) =>
        plural(count, {
          one: `1 order is kept, ${minutes} minutes later.`,
          other: `${count} orders are kept, ${minutes} minutes later.`,
        }),
      elsewhere: ({ count, place }: { count: number; place: string }) =>
        plural(count, {
          one: `1 order is kept, at ${place}.`,
          other: `${count} orders are kept, at ${place}.`,
        }),
      unchanged: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 order stays as it is.",
          other: `${count} orders stay as they are.`,
        }),
      released: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 customer who is paying now has to choose again.",
          other: `${count} customers who are paying now have to choose again.`,
        }),
    },
    loading: "Loading the changes of plan...",
    failed: "The changes of plan did not load",
    progress: {
      startedBy: ({ by }: { by: string }) => `Started by ${by}`,
      startsSoon: "The change of plan starts in a moment. You can still undo it.",
      startsIn: ({ seconds }: { seconds: number }) => `Starts in ${seconds}`,
      starting: "Starting...",
      withdraw: "Undo",
      withdrawn: "Undone. Nothing has changed.",
      bar: ({ done, total }: { done: number; total: number }) =>
        `Change of plan: ${done} of ${total} done`,
      doneOf: ({ done, total }: { done: number; total: number }) => `${done} of ${total} done`,
      allDone: ({ count }: { count: number }) =>
        count === 0
          ? "Done. No order was affected."
          : plural(count, {
              one: "Done. The one customer was told.",
              other: `Done. All ${count} customers were told.`,
            }),
      needsYou: ({ done, total }: { done: number; total: number }) =>
        `${done} of ${total} done. Please take care of the rest.`,
      label: "Progress",
      show: "Show",
      another: "Another change of plan",
      close: "Close this list",
    },
    calls: {
      count: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 customer needs a phone call",
          other: `${count} customers need a phone call`,
        }),
      noPhone: "No phone number",
      orderUnchanged: "The order could not be changed. Try again, or change it by hand.",
      refundRefused:
        "The card refund was refused. Try again. If it is refused again, refund it in the Stripe dashboard or in cash.",
    },
    overlaps: ({
      place,
      day,
      from,
      to,
    }: {
      place: string;
      day: string;
      from: string;
      to: string;
    }) => `The truck is at ${place} on ${day}, ${from} to ${to}.`,
  },
  newPlace: {
    choice: "Another place…",
    name: "Name of the place",
    nameHint: "As customers know it.",
    addressHint: "Customers read it in the text and on the map.",
    nameless: "Name the place.",
    failed: ({ reason }: { reason: string }) => `The place was not saved: ${reason}`,
    usePosition: "Use my position",
    removePosition: "Remove position",
    positionHint: "For the map and for customers near you.",
    found: "The map has your position.",
    denied: "This page may not know where you are. Allow it in the browser, or type the address.",
    unknown: "Your position could not be found. Type the address.",
  },
  prepSheet: {
    title: "Prep sheet",
    titleFor: ({ place, day }: { place: string; day: string }) => `Prep sheet, ${place}, ${day}`,
    nextStop: ({ place, when }: { place: string; when: string }) => `for ${place}, ${when}`,
    loading: "Loading the prep sheet...",
    failed: "The prep sheet did not load",
    failedStale: ({ reason }: { reason: string }) =>
      `The prep sheet did not load: ${reason} What you see may be out of date.`,
    notFound: "Stop not found",
    notFoundHint: "There is no such stop, or it belongs to another truck.",
    cancelled: "This stop is cancelled",
    cancelledHint: "There is nothing to prepare for it.",
    emptyMenu: "The menu is empty",
    emptyMenuHint: "Add menu items, and this sheet says how many of each to prepare.",
    openMenu: "Open the menu",
    download: "Download CSV",
    basis: {
      placeAndWeekday: ({ count, place, weekday }: Basis) =>
        `From the last ${stops(count)} at ${place} on ${onDays(count, weekday)}`,
      place: ({ count, place, weekday }: Basis) =>
        `From the last ${stops(count)} at ${place}, ${none(count)} on a ${nameOf(weekday)}`,
      weekday: ({ count, place, weekday }: Basis) =>
        `From the last ${stops(count)} on ${onDays(count, weekday)}, ${none(count)} at ${place}`,
      nothing: "No earlier stop to compare with",
      nothingHint:
        "Nothing can be expected until a stop here or on this weekday is over. What is pre-ordered is shown.",
      hint: "Expected is the median of what was ordered at these stops, with the lowest and the highest number.",
      stops: "Stops compared",
    },
    pieces: ({ count }: { count: number }) =>
      `${count} ${plural(count, { one: "piece", other: "pieces" })}`,
    table: {
      label: "What to prepare",
      item: "Item",
      expected: "Expected",
      preordered: "Pre-ordered",
      ordered: "Ordered",
      otherItems: "Other items",
      range: ({ low, high }: { low: number; high: number }) => `${low} to ${high}`,
      soldOutEarly: ({ count, stops }: { count: number; stops: number }) =>
        `Sold out early at ${count} of ${stops}`,
    },
  },
  slots: {
    parts: { plan: "Plan", slots: "Slots", label: "What to see of this stop" },
    title: "Pickup slots",
    titleAt: ({ place }: { place: string }) => `Pickup slots at ${place}`,
    loading: "Loading pickup slots...",
    failed: "The pickup slots did not load",
    failedStale: ({ reason }: { reason: string }) =>
      `The pickup slots did not load: ${reason} What you see may be out of date.`,
    used: ({ used }: { used: number }) => counted(used),
    usedOf: ({ used, capacity }: { used: number; capacity: number }) => `${used} of ${capacity}`,
    line: ({ time, used, capacity }: { time: string; used: number; capacity: number }) =>
      `${time} · ${used} of ${counted(capacity)}`,
    over: ({ units }: { units: number }) => `${units} over capacity`,
    noLimitHint: "There is no limit. These are the menu items that are ordered.",
    eachTakes: ({ capacity, online }: { capacity: number; online: number }) =>
      online < capacity
        ? `Each slot takes ${counted(capacity)}, ${online} of them online.`
        : `Each slot takes ${counted(capacity)}.`,
    raise: {
      action: "More capacity",
      hint: ({ capacity }: { capacity: number }) =>
        `Now ${capacity}. Customers can order more at once. It cannot be lowered while orders are in.`,
      invalid: ({ capacity, most }: { capacity: number; most: number }) =>
        `Enter a whole number from ${capacity + 1} to ${most}`,
      done: ({ units }: { units: number }) => `Each slot takes ${counted(units)} now`,
    },
  },
  service: {
    state: {
      paused: "Ordering is paused until you resume it",
      pausedUntil: ({ end }: { end: string }) => `Ordering is paused until ${end}`,
      busy: ({ minutes, usualMinutes }: BusyTimes) =>
        `Busy: pickups take ${minutes} minutes instead of ${usualMinutes}`,
      busyUntil: ({ end, minutes, usualMinutes }: BusyTimes & { end: string }) =>
        `Busy until ${end}: pickups take ${minutes} minutes instead of ${usualMinutes}`,
    },
    busy: {
      noEnd: "Until I turn it off",
      oneHour: "For an hour",
      failed: ({ errorMessage }: { errorMessage: string }) =>
        `Failed to add the time: ${errorMessage}`,
      endFailed: ({ errorMessage }: { errorMessage: string }) =>
        `Failed to take the time back: ${errorMessage}`,
      hint: ({ minutes }: { minutes: number }) =>
        `The earliest pickup is ${minutes} minutes after ordering. Add time while the kitchen is full; orders that are already in keep theirs.`,
      howLong: "How long",
      add: ({ minutes }: { minutes: number }) => `Add ${minutes} minutes`,
      earliest: ({ minutes }: { minutes: number }) => `earliest in ${minutes} minutes`,
      end: "Back to normal",
      title: "Busy",
    },
    pause: {
      endFailed: ({ errorMessage }: { errorMessage: string }) =>
        `Failed to resume ordering: ${errorMessage}`,
      end: "Resume now",
      customersRead: ({ reason }: { reason: string }) => `Customers read: “${reason}”`,
      reasons: {
        catchingUp: "Catching up with orders",
        break: "Short break",
        moving: "Moving the truck",
      },
      failed: ({ errorMessage }: { errorMessage: string }) =>
        `Failed to pause ordering: ${errorMessage}`,
      hint: "Customers still see the menu and read when you are back. Orders you already have are not affected.",
      reason: "Reason for customers (optional)",
      forMinutes: ({ minutes }: { minutes: number }) => `Pause for ${minutes} minutes`,
      endsAt: ({ time }: { time: string }) => `Ends at ${time}`,
      untilResumed: "Pause until I resume",
      title: "Pause ordering",
    },
    soldOut: {
      noEnd: "Until further notice",
      oneHour: "1 hour",
      untilMorning: "Until 4 AM",
      untilTime: "Until…",
      optionOf: ({ items }: { items: string }) => `Option of ${items}`,
      untilBack: "Sold out until further notice",
      more: ({ count }: { count: number }) => `${count} more`,
      backFailed: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
        `Failed to mark ${name} back on: ${errorMessage}`,
      failed: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
        `Failed to mark ${name} sold out: ${errorMessage}`,
      now: "Sold out now",
      back: "Back on",
      nothing: "Nothing. Customers can order the whole menu.",
      howLong: "Sold out for how long",
      backAt: "Back on at",
      backAtHint: "On the truck's clock; the next time it is that late.",
      choice: ({ end }: { end: string }) => `What you mark is sold out until ${end}.`,
      onMenu: "On the menu",
      noMatch: "No available item matches.",
      button: ({ count }: { count: number }) => (count > 0 ? `Sold out (${count})` : "Sold out"),
    },
    label: "Kitchen controls",
    menu: { title: "Service", on: ({ count }: { count: number }) => `${count} on` },
  },
};

function counted(units: number): string {
  return `${units} ${plural(units, { one: "menu item", other: "menu items" })}`;
}

function stops(count: number): string {
  return count === 1 ? "stop" : `${count} stops`;
}

/** "a Monday", "Mondays". */
function onDays(count: number, weekday: string): string {
  return count === 1 ? `a ${nameOf(weekday)}` : `${nameOf(weekday)}s`;
}

function nameOf(weekday: string): string {
  return WEEKDAYS[weekday] ?? weekday;
}

const none = (count: number) => (count === 1 ? "which was not" : "none of them");
