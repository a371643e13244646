import { plural } from "@/messages/plural";

/** What the tracking page says about a change of plan, and what a customer may still choose. */
export const trackingChange = {
  runsLate: ({ minutes }: { minutes: number }) =>
    plural(minutes, {
      one: "Your pickup is one minute later",
      other: `Your pickup is ${minutes} minutes later`,
    }),
  hasMoved: "The truck has moved",
  endsEarly: "The truck closes early today, so your order is cancelled",
  isCancelled: "The truck cannot come, so your order is cancelled",
  before: "Before:",
  now: "Now:",
  doesItSuitYou: "Does that suit you?",
  plansChanged: "Have your plans changed?",
  freeUntil: ({ time }: { time: string }) =>
    `You can change this until ${time}, unless the kitchen starts before.`,
  freeUntilConfirmed:
    "No one has confirmed your order yet. Until someone does, you can cancel it and get all of your money back.",
  keepIt: "Keep it",
  youKeepIt: "You keep your order. See you then!",
  pickAnotherTime: "Pick another time",
  cancelAndGetBack: ({ amount }: { amount: string }) => `Cancel and get ${amount} back`,
  cancelTheOrder: "Cancel the order",
  cancelThisOrder: "Cancel this order?",
  keepMyOrder: "Keep my order",
  moneyGoesBack: ({ amount }: { amount: string }) =>
    `The kitchen will not make it, and ${amount} goes back to your card. Banks may take 5 to 10 days to show it.`,
  nothingWillBeMade: "The kitchen will not make it.",
  orderIsCancelled: "Your order is cancelled.",
  movedTo: ({ time }: { time: string }) => `Your pickup is at ${time} now.`,
  timesDidNotLoad: "The pickup times did not load",
  loadingTimes: "Loading pickup times...",
  noOtherTime: "No other pickup time has room for your order.",
  freeTimes: "Pickup times",
  chooseATime: "Choose a time",
  moveTo: ({ time }: { time: string }) => `Move to ${time}`,
};
