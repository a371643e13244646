import { plural } from "@/messages/plural";

export const checkoutSlots = {
  pickupTime: "Pickup time",
  asSoonAsPossible: "As soon as possible",
  asapAbout: ({ time }: { time: string }) => `As soon as possible (about ${time})`,
  later: "Later",
  full: "Full",
  fewLeft: "Few left",
  heldForYou: "Held for you",
  noLongerFree: "The time you chose is no longer free. Please choose another.",
  showAllTimes: "Show all times",
  loadingTimes: "Loading pickup times...",
  timesDidNotLoad: "The pickup times did not load",
  tryAgain: "Try again",
  bookedOut: "No pickup time has room for this order.",
  smallerOrderMayFit: "A smaller order may still fit.",
  nextFreeTimes: "The next free times",
  orderTooLarge: ({ units, maxUnits }: { units: number; maxUnits: number }) =>
    `This order is too large for one pickup: it comes to ${units} portions, and the kitchen makes at most ${maxUnits}. Order less, or split it in two.`,
  released: "Your pickup time was released. Please choose another.",
  heldFor: ({ time }: { time: string }) => `Held for ${time}`,
  heldForMinutes: ({ minutes }: { minutes: number }) =>
    plural(minutes, {
      one: "Your pickup time is held for one more minute.",
      other: `Your pickup time is held for ${minutes} more minutes.`,
    }),
  heldForSeconds: ({ seconds }: { seconds: number }) =>
    `Your pickup time is held for ${seconds} more seconds.`,
};
