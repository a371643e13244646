import { plural } from "@/messages/plural";

export const domain = {
  api: {
    unableToConnectToServer: "Unable to connect to server. Please check if the backend is running.",
    invalidResponseFromServer: ({ status }: { status: number }) =>
      `Invalid response from server (${status})`,
    http: ({ status }: { status: number }) => `HTTP ${status}`,
    http2: ({ status, code }: { status: number; code: string }) => `HTTP ${status} ${code}`,
    theTimeIsOver: "The time is over.",
  },
  menu: {
    choose: ({ minSelect }: { minSelect: number }) => `Choose ${minSelect}`,
    chooseUpTo: ({ maxSelect }: { maxSelect: number }) => `Choose up to ${maxSelect}`,
    chooseTo: ({ minSelect, maxSelect }: { minSelect: number; maxSelect: number }) =>
      `Choose ${minSelect} to ${maxSelect}`,
    pleaseChooseOneMorePlease: ({ missing }: { missing: number }) =>
      plural(missing, { one: "Please choose one more", other: `Please choose ${missing} more` }),
    moreFromTheTruck: "More from the truck",
  },
  schedule: {
    open: "Open",
    openUntil: ({ time }: { time: string }) => `Open until ${time}`,
    opens: ({ when }: { when: string }) => `Opens ${when}`,
    minutesLate: ({ minutes }: { minutes: number }) => `${minutes} min late`,
    paused: "Paused",
    closed: "Closed",
    /** A time of day in a sentence: today, and on another day. */
    today: ({ time }: { time: string }) => time,
    onDay: ({ day, time }: { day: string; time: string }) => `${day} ${time}`,
    notTakingOrders: "This truck is not taking orders right now.",
    lastOrdersWere: ({ time }: { time: string }) => `Last orders were at ${time}.`,
    noStopPlanned: "Its next stop is not planned yet.",
    opensNext: ({ when }: { when: string }) => `It opens ${when}.`,
    ordersStart: ({ when }: { when: string }) => `You can order from ${when}.`,
    preorderFor: ({ when }: { when: string }) => `Pre-order for ${when}`,
  },
  trucks: {
    thisTruckIsNotTaking: "This truck is not taking orders right now",
    paused: ({ untilLabel }: { untilLabel: string }) => `Paused ${untilLabel}`,
    takingABreak: "Taking a break",
  },
  values: {
    mAgo: ({ minutes }: { minutes: number }) => `${minutes}m ago`,
    hAgo: ({ hours }: { hours: number }) => `${hours}h ago`,
    dAgo: ({ floor }: { floor: number }) => `${floor}d ago`,
    untilTomorrowAt: ({ time }: { time: string }) => `until tomorrow at ${time}`,
    untilAt: ({ day, time }: { day: string; time: string }) => `until ${day} at ${time}`,
    until: ({ time }: { time: string }) => `until ${time}`,
    backAt: ({ time }: { time: string }) => `Back at ${time}`,
    backTomorrowAt: ({ time }: { time: string }) => `Back tomorrow at ${time}`,
    backOnAt: ({ day, time }: { day: string; time: string }) => `Back on ${day} at ${time}`,
  },
};
