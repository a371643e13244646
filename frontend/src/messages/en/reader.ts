/** What the counter and an order say while a card is asked for on a reader. */

export const reader = {
  title: "Card payment",
  offline: "Offline",
  which: "Card reader",
  asking: "Asking the reader...",
  charge: ({ amount, reader }: Asked) => `Charge ${amount} on ${reader}`,
  otherDevice: "Card taken on another device",
  states: {
    waiting: ({ reader }: { reader: string }) => `Tap, insert or swipe on ${reader}`,
    processing: "Reading the card...",
    declined: "The card was declined",
    refused: "This payment cannot be made by card",
    cancelledOnReader: "Cancelled on the reader",
    timedOut: "No card was read in time",
    notAsking: ({ reader }: { reader: string }) => `${reader} is not asking for the card`,
    offline: ({ reader }: { reader: string }) => `${reader} cannot be reached`,
    busy: ({ reader }: { reader: string }) => `${reader} is busy with another payment`,
    paid: "Paid by card",
    cash: "Paid in cash",
  },
  declines: {
    funds: "There is not enough money on the card.",
    expired: "The card has expired.",
    pin: "The PIN was wrong.",
    pinTries: "The PIN was wrong too often.",
    needsPin: "The card asks for its PIN: insert it.",
    limit: "The card has reached its limit.",
    notSupported: "The card does not allow this purchase.",
    again: "The bank could not answer. Try again.",
    unsaid: "The bank does not say why. Ask for another card.",
  },
  asksForTip: "The reader asks for a tip first.",
  takePayment: "Take payment",
  timedOutHint: "Try again: the card is charged once at most.",
  refusedHint: "The payment service refused it. It charges no amounts below $0.50.",
  offlineHint: "Check that it is on and has a connection.",
  withTip: ({ tip }: { tip: string }) => `Tip of ${tip} included`,
  otherReader: ({ reader }: { reader: string }) => `Use ${reader}`,
  takeCash: "Take cash",
  cancel: "Cancel payment",
  chargedAnyway: "The card was charged before that. Give the cash back.",
  underWay: ({ amount, reader }: Asked) => `${reader} is taking a card: ${amount}`,
  unfinished: ({ amount, reader }: Asked) => `Not finished on ${reader}: ${amount}`,
  over: {
    cancelled: "The card payment was cancelled. Nothing was charged.",
    expired: "The card payment took too long and has ended. Nothing was charged.",
    inReview: "Charged, but the payment is held for review. Do not charge again.",
  },
};

interface Asked {
  amount: string;
  reader: string;
}
