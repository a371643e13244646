/** The code of an offer, in the first step of the checkout. */
export const checkoutOffer = {
  addCode: "Add an offer code",
  code: "Offer code",
  apply: "Apply",
  checking: "Checking...",
  remove: "Remove code",
  isTakenOff: ({ code, amount }: { code: string; amount: string }) =>
    `${code} takes ${amount} off your order.`,
  isForMore: ({ code, amount }: { code: string; amount: string }) =>
    `${code} is for orders of ${amount} and more, before tax.`,
  enterCode: "Enter a code, or leave it out.",
  timeIsOver: "The time for this payment is over. Please check your order and continue.",
  priceHeldForMinutes: ({ minutes }: { minutes: number }) =>
    minutes === 1
      ? "Your price is held for one more minute."
      : `Your price is held for ${minutes} more minutes.`,
  priceHeldForSeconds: ({ seconds }: { seconds: number }) =>
    `Your price is held for ${seconds} more seconds.`,
};
