import { plural } from "@/messages/plural";

/** A change of plan: late, moved, ends early, cancelled. */
export const plan = {
  changeOfPlan: "Change of plan",
  whatHappened: "What happened?",
  late: "We run late",
  ordersMoveAlong: "Orders move along with you.",
  runLate: "Run late",
  moved: "We are somewhere else",
  ordersAreKeptThere: "Orders are picked up at the new place.",
  moveTheStop: "Move the stop",
  endsEarly: "We close early",
  laterOrdersAreRefunded: "Orders for later are refunded.",
  endEarly: "Close early",
  cancelled: "We cannot come",
  allOrdersAreRefunded: "All orders that are not picked up are cancelled and refunded.",
  cancelTheStop: "Cancel the stop",
  stopAt: ({ place, from, to }: { place: string; from: string; to: string }) =>
    `${place}, ${from} to ${to}`,
  nothingHappensYet: "Nothing happens yet. You first see what it would do.",
  howLate: "How late?",
  min: ({ minutes }: { minutes: number }) => `${minutes} min`,
  minutes: "Minutes",
  minutesBetween: ({ least, most }: { least: number; most: number }) =>
    `Enter a number from ${least} to ${most}`,
  endLaterToo: "Close that much later too",
  newPlace: "New place",
  placesDidNotLoad: "The places did not load",
  noOtherPlace: "You have no other place yet. Add one on the schedule, under Places.",
  endsAt: "Closes at",
  insteadOf: ({ time }: { time: string }) => `Instead of ${time}.`,
  ownWords: "In your own words (optional)",
  customersReadIt: "Customers read it: The generator is broken.",
  lookingAhead: "Looking ahead...",
  showWhatHappens: "Show what happens",
  back: "Back",
  previewDidNotLoad: "This cannot be shown",
  thisWillHappen: "This will happen",
  somethingChanged: "Something has changed meanwhile. This is how it is now.",
  customersRead: "Customers read:",
  tenSecondsToTakeBack: "It starts ten seconds later. Until then you can take it back.",
  notStarted: "It was not started",
  getAText: ({ count }: { count: number }) =>
    count === 0
      ? "No customer gets a text."
      : plural(count, {
          one: "1 customer gets a text.",
          other: `${count} customers get a text.`,
        }),
  areRefunded: ({ count, amount }: { count: number; amount: string }) =>
    plural(count, {
      one: `1 order, ${amount}, is refunded.`,
      other: `${count} orders, ${amount}, are refunded.`,
    }),
  arePaidOut: ({ count, amount }: { count: number; amount: string }) =>
    plural(count, {
      one: `1 of them was paid at the counter: you pay ${amount} back yourself.`,
      other: `${count} of them were paid at the counter: you pay ${amount} back yourself.`,
    }),
  keepItLater: ({ count, minutes }: { count: number; minutes: number }) =>
    plural(count, {
      one: `1 keeps their order, ${minutes} minutes later.`,
      other: `${count} keep their order, ${minutes} minutes later.`,
    }),
  keepItElsewhere: ({ count, place }: { count: number; place: string }) =>
    plural(count, {
      one: `1 keeps their order, at ${place}.`,
      other: `${count} keep their order, at ${place}.`,
    }),
  stayAsTheyAre: ({ count }: { count: number }) =>
    plural(count, { one: "1 order stays as it is.", other: `${count} orders stay as they are.` }),
  areReleased: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 customer who is paying now has to choose again.",
      other: `${count} customers who are paying now have to choose again.`,
    }),
  loading: "Loading the changes of plan...",
  didNotLoad: "The changes of plan did not load",
  stopIsOver: "This stop is over.",
  startedBy: ({ by }: { by: string }) => `Started by ${by}`,
  startsInAMoment: "The change of plan starts in a moment. You can still take it back.",
  startsIn: ({ seconds }: { seconds: number }) => `Starts in ${seconds}`,
  starting: "Starting...",
  takeBack: "Take back",
  isTakenBack: "Taken back. Nothing has changed.",
  isUnderWay: ({ done, total }: { done: number; total: number }) =>
    `Change of plan: ${done} of ${total} done`,
  doneOfAll: ({ done, total }: { done: number; total: number }) => `${done} of ${total} done`,
  allDone: ({ count }: { count: number }) =>
    count === 0
      ? "Done. No order was affected."
      : plural(count, {
          one: "Done. The one customer is told.",
          other: `Done. All ${count} customers are told.`,
        }),
  allButSome: ({ done, total }: { done: number; total: number }) =>
    `${done} of ${total} done. The rest need you.`,
  progress: "Progress",
  needACall: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 customer needs a phone call",
      other: `${count} customers need a phone call`,
    }),
  noPhone: "No phone number",
  orderIsUnchanged: "The order could not be changed. Try again, or change it by hand.",
  refundIsRefused:
    "The card refund was refused. Try again. If it is refused again, refund it in the Stripe dashboard or in cash.",
  tryAgain: "Try again",
  show: "Show",
  anotherChange: "Another change of plan",
  closeThis: "Close this list",
};
