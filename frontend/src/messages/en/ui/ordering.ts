/** What parts of screens say from the checkout on, to customers and to staff. */
export const uiOrdering = {
  /** Of an order whose phone or email was typed wrong. */
  contact: {
    phone: "Right phone number",
    email: "Right email",
    sentAgain:
      "Change only what was wrong. The order confirmation is sent again with a new link, and the old link stops working.",
    notificationsEnd:
      "Devices that show notifications about this order stop showing them. They can be turned on again on the page behind the new link.",
    enterPhone: "Enter a US phone number with 10 digits.",
    enterOne: "Enter the right phone number or email.",
    sameAsBefore: "The order has this already, so nothing was changed.",
    correctIt: "Correct it and send again",
    corrected: "Corrected. The confirmation is on its way.",
  },
  /** Of the offer of an order. */
  offers: {
    /** A payment that was put together again from what the card processor knows may lack the code. */
    discount: ({ code }: { code?: string | null }) => (code ? `Offer ${code}` : "Offer discount"),
  },
  tips: {
    tip: "Tip",
    other: "Other",
    noTip: "No tip",
    amount: "Tip amount",
    atMost: ({ max }: { max: string }) => `Up to ${max}. All of it goes to the truck.`,
    enterAmount: ({ max }: { max: string }) => `Enter an amount such as 3.50, up to ${max}.`,
  },
};
