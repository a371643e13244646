/** What the domain says beyond the home page. */
import { plural } from "@/messages/plural";

export const domainMore = {
  menu: {
    choose: ({ minSelect }: { minSelect: number }) => `Choose ${minSelect}`,
    chooseUpTo: ({ maxSelect }: { maxSelect: number }) => `Choose up to ${maxSelect}`,
    chooseTo: ({ minSelect, maxSelect }: { minSelect: number; maxSelect: number }) =>
      `Choose ${minSelect} to ${maxSelect}`,
    pleaseChooseOneMorePlease: ({ missing }: { missing: number }) =>
      plural(missing, { one: "Please choose one more", other: `Please choose ${missing} more` }),
    moreFromTheTruck: "More from the truck",
  },
  ordering: {
    bookedOut: "No pickup times are left at this stop.",
    todayAt: ({ time }: { time: string }) => `today at ${time}`,
    notTakingOrders: "This truck is not taking orders right now.",
    lastOrdersWere: ({ time }: { time: string }) => `Last orders were at ${time}.`,
    noStopPlanned: "Its next stop is not planned yet.",
    opensNext: ({ when }: { when: string }) => `It opens ${when}.`,
    ordersStart: ({ when }: { when: string }) => `You can order from ${when}.`,
    preorderFor: ({ when }: { when: string }) => `Pre-order for ${when}`,
    thisTruckIsNotTaking: "This truck is not taking orders right now",
    backAt: ({ time }: { time: string }) => `Back at ${time}`,
    backTomorrowAt: ({ time }: { time: string }) => `Back tomorrow at ${time}`,
    backOnAt: ({ day, time }: { day: string; time: string }) => `Back on ${day} at ${time}`,
  },
  ages: {
    mAgo: ({ minutes }: { minutes: number }) => `${minutes}m ago`,
    hAgo: ({ hours }: { hours: number }) => `${hours}h ago`,
    dAgo: ({ floor }: { floor: number }) => `${floor}d ago`,
  },
};
