/** What customers read from the checkout on, and what staff say with them about tips, offers and contacts. */
import { plural } from "@/messages/language";

export const paying = {
  push: {
    denied:
      "Notifications from this site are blocked. Allow them in the browser's site settings, next to the address, and try again.",
    install:
      "On an iPhone or iPad, add this page to the Home Screen first: press Share, then Add to Home Screen. Then open it from there.",
    missing: "This browser cannot show notifications.",
    checkFailed: "We could not check whether this device gets notifications.",
  },
  contact: {
    phone: "Right phone number",
    email: "Right email",
    sentAgainHint:
      "Change only what was wrong. The order confirmation is sent again with a new link, and the old link stops working.",
    notificationsHint:
      "Devices that show notifications about this order stop showing them. They can be turned on again on the page behind the new link.",
    phoneInvalid: "Enter a US phone number with 10 digits.",
    empty: "Enter the right phone number or email.",
    unchanged: "The order has this already, so nothing was changed.",
    submit: "Correct it and send again",
    saved: "Corrected. The confirmation is on its way.",
  },
  /** Of the offer of an order. */
  offer: {
    /** A payment that was put together again from what the card processor knows may lack the code. */
    discount: ({ code }: { code?: string | null }) => (code ? `Offer ${code}` : "Offer discount"),
  },
  tip: {
    other: "Other",
    none: "No tip",
    amount: "Tip amount",
    limit: ({ max }: { max: string }) => `Up to ${max}. All of it goes to the truck.`,
    invalid: ({ max }: { max: string }) => `Enter an amount such as 3.50, up to ${max}.`,
  },
};

export const checkout = {
  common: {
    payment: "Payment",
    yourOrder: "Your order",
    backToMenu: "Back to Menu",
    forget: "Forget",
  },
  checkout: {
    failures: {
      order: "There was an error processing your order. Please try again.",
      noClientSecret: "No client secret received from payment intent creation",
      truckAgain: "Unable to load truck information. Please try again.",
      reviewOrder: "Please look over your order again, then continue. Nothing has been charged.",
      truck: "Unable to load truck information",
      offline: "You seem to be offline. Nothing has been charged.",
      nothingCharged: "Nothing has been charged.",
      networkIsPaying: "Others on your network are paying for the last ones right now.",
      triedAgainByItself: "Keep this page open. It tries again by itself in a few seconds.",
      expired: "The time for this payment is over. Please check your order and continue.",
    },
    steps: {
      customer: "Customer Info",
      label: "Checkout steps",
      done: "(done)",
    },
    summary: {
      title: "Order summary",
      hide: "Hide order summary",
      show: "Show order summary",
      from: ({ truck }: { truck: string }) => `from ${truck}`,
    },
    stop: {
      place: ({ place }: { place: string }) => `Pick up at ${place}`,
      agreedTime: ({ time }: { time: string }) => `Pick up at ${time}`,
    },
    pausedWhilePaying: "The truck has paused new orders. You can still pay for this one.",
    back: "Back to the truck",
    backToTruck: ({ truck }: { truck: string }) => `Back to ${truck}`,
    noTruck: {
      title: "Invalid URL",
      hint: "This checkout address names no food truck. Choose a truck and start from its menu.",
    },
    cartEmptyHint: "Pick something good first.",
    stock: {
      soldOut: "Something in your order is sold out just now. Remove it to go on.",
      shortTitle: "Not enough is left",
      left: ({ menuItem, left }: { menuItem: string; left: number }) =>
        `${menuItem}: Only ${left} left.`,
      short: "Less is left than you ordered. Change it to go on.",
      notServed: "Something in your order is not served now. Remove it to go on.",
    },
    mealTimes: {
      title: "Not served at that time",
      refused: ({ name }: { name: string }) => `${name} is not served at that time.`,
      blocked: "Choose another pickup time, or remove what is not served then.",
    },
    customer: {
      incomplete: "Please fill in all required fields",
      phoneInvalid: "Please enter a valid 10-digit phone number",
      phoneNotUs: "Only US mobile numbers can get our texts.",
      tooEarly: ({ minutes }: { minutes: number }) =>
        `Please allow at least ${minutes} minutes for preparation`,
      nameRequired: "Enter your name",
      phoneRequired: "Enter your phone number",
      timeRequired: "Choose a pickup time",
      readyToday: ({ time }: { time: string }) => `Ready today at ${time}, truck time.`,
      readyTomorrow: ({ day, time }: { day: string; time: string }) =>
        `Ready tomorrow, ${day}, at ${time}, truck time.`,
      lead: "Tell the kitchen who is coming, and when.",
      phoneHint: "We text you about this order only.",
      emailOptional: "Email (optional)",
      emailHint: "For your receipt.",
      sending: "One moment…",
      submit: "Continue to Payment",
      timeHint: ({ time }: { time: string }) => `From ${time}, truck time.`,
      pickup: "Pickup",
      pickupTime: "Pickup time",
      remembered: "Your contact details are saved on this device for your next order.",
      forgotten: "Your contact details are no longer saved on this device.",
      remember: "Remember me on this device",
    },
    offer: {
      add: "Add an offer code",
      apply: "Apply",
      checking: "Checking...",
      remove: "Remove code",
      applied: ({ code, amount }: { code: string; amount: string }) =>
        `${code} takes ${amount} off your order.`,
      minimum: ({ code, amount }: { code: string; amount: string }) =>
        `${code} is for orders of ${amount} or more, before tax.`,
      required: "Enter a code, or leave it out.",
    },
    hold: {
      priceMinutes: ({ minutes }: { minutes: number }) =>
        minutes === 1
          ? "Your price is held for one more minute."
          : `Your price is held for ${minutes} more minutes.`,
      priceSeconds: ({ seconds }: { seconds: number }) =>
        `Your price is held for ${seconds} more seconds.`,
    },
  },
  payment: {
    loadingForm: "Loading payment form...",
    back: "Back to customer information",
    alreadyCompleted: "Payment already completed!",
    inProgress: "Your payment is being processed...",
    succeeded: "Payment successful! Redirecting...",
    processingNotice: "Payment is being processed. You will receive confirmation shortly.",
    formFailed: "Error loading payment form. Please try again.",
    notReady: "Payment system not ready. Please refresh and try again.",
    stillLoading: "Payment form is loading. Please wait a moment and try again.",
    failed: "Payment processing failed. Please try again.",
    cardFailed: "Payment failed. Please check your card details.",
    unexpected: "An unexpected error occurred. Please try again.",
    confirmPlease: "Please confirm your payment.",
    setupFailed: ({ message }: { message: string }) => `Payment setup error: ${message}`,
    billingAddress: "Billing address",
    processing: "Processing...",
    pay: ({ amount }: { amount: string }) => `Pay ${amount}`,
    neverTwice:
      "The connection was lost. Press Pay again once it is back: this order is never charged twice.",
    formBlocked: "The card form could not be loaded.",
    formBlockedHint:
      "A content blocker or the network may be the reason. Turn the blocker off for this page, or try again.",
    earlierPaid: ({ amount }: { amount: string }) =>
      `You have already paid ${amount} at this truck.`,
    earlierHint: "The payment below is for another order. Pay only if you want both.",
    earlierOpen: "See the paid order",
    sandbox: "Sandbox: no real card is charged.",
    sandboxCards: "Pay with 4242 4242 4242 4242, any future date and any CVC.",
  },
  pickup: {
    title: "Pickup time",
    asapAbout: ({ time }: { time: string }) => `As soon as possible (about ${time})`,
    later: "Later",
    fewLeft: "Few left",
    notServed: "Not served",
    held: "Held for you",
    taken: "The time you chose is no longer free. Please choose another.",
    showAll: "Show all times",
    loading: "Loading pickup times...",
    failed: "The pickup times did not load",
    noneFree: "No pickup time has room for this order.",
    smallerMayFit: "A smaller order may still fit.",
    nextFree: "The next free times",
    tooLarge: ({ units, maxUnits }: { units: number; maxUnits: number }) =>
      `This order is too large for one pickup: it comes to ${units} portions, and the kitchen makes at most ${maxUnits}. Order less, or split it in two.`,
    released: "Your pickup time was released. Please choose another.",
    heldFor: ({ time }: { time: string }) => `Held for ${time}`,
    heldMinutes: ({ minutes }: { minutes: number }) =>
      plural(minutes, {
        one: "Your pickup time is held for one more minute.",
        other: `Your pickup time is held for ${minutes} more minutes.`,
      }),
    heldSeconds: ({ seconds }: { seconds: number }) =>
      `Your pickup time is held for ${seconds} more seconds.`,
  },
  confirmation: {
    verifying: {
      title: "Confirming your order...",
      hint: "Please wait while we process your payment",
      slow: "Your bank is still working on it. You can keep this page open; nothing is charged twice.",
    },
    failed: {
      title: "Payment Verification Error",
      support: "If you were charged, please contact support with payment intent:",
      incomplete: "Payment verification incomplete. Please contact support if charged.",
      unverified: "Failed to verify payment. Please contact support.",
      server: ({ status }: { status: number }) => `Server error: ${status}`,
    },
    declined: {
      title: "Your payment did not go through",
      cartKept:
        "Nothing was charged. Your cart is as it was, so you can try again or use another card.",
      nothingCharged: "Nothing was charged.",
      back: "Back to checkout",
    },
    missing: {
      title: "No Order Found",
      hint: "We couldn't find order details for this payment.",
    },
    progress: {
      current: "In progress",
      coming: "To come",
      payment: "Payment confirmed",
      kitchen: "Kitchen preparing",
      smsSent: "SMS sent",
      smsActive: "SMS notifications active",
      pickupAlert: "Pickup alert ready",
      title: "Order Progress",
    },
    order: {
      items: "Your Items",
      details: "Order Details",
      number: "Order number",
      called: ({ number }: { number: string | number }) => `Order #${number}`,
      totalPaid: "Total Paid",
      place: ({ place }: { place: string }) => `At ${place}`,
      pickup: "Estimated Pickup",
    },
    sms: {
      sending: "Sending SMS confirmation...",
      sent: "SMS confirmation sent",
      delayed: "SMS may be delayed",
      sentTitle: "Check your phone",
      sentText: "We texted you your order, and will text again when it is ready to pick up.",
      delayedTitle: "Your order is safe",
      delayedText:
        "The text is taking longer than usual. Show this page at the truck if it does not come.",
      noneTitle: "Keep this page",
      noneText: "No text goes out for this order. Show the order number at the truck.",
      sendingTitle: "A text is on its way",
      sendingText: "We send your order to your phone, and text again when it is ready to pick up.",
      failed: "The order text could not be sent.",
      title: "Text message",
    },
    title: "Order Confirmed!",
    lead: "Thank you for your order! Your delicious meal is being prepared.",
    leadOnDay: ({ day }: { day: string }) =>
      `Thank you for your order! Your delicious meal will be prepared for ${day}.`,
    next: {
      title: "What next",
      follow: "Follow your order",
      orderAgain: "Order Again",
    },
  },
  receipt: {
    roughEstimate: "Approximately 15-30 minutes",
    readyBy: ({ estimate }: { estimate: string }) => `Ready by ${estimate}`,
    title: "Your receipt",
    order: ({ truck, orderNumber }: { truck: string; orderNumber: string }) =>
      `${truck}, order #${orderNumber}`,
    pickup: ({ time }: { time: string }) => `Pickup: ${time}`,
    print: "Print the receipt",
    toPay: "Total to pay",
    refundOwed: "To be paid back by the staff",
    totalPaid: "Total paid",
  },
  tracking: {
    connection: {
      lostSince: ({ time }: { time: string }) => `Connection lost since ${time}`,
      stale: "This is how it was then. It catches up by itself.",
      polling: "Until it is back, news may take up to 15 seconds.",
    },
    status: {
      received: "Received",
      completed: "Picked up",
      pendingTitle: "Order received",
      preparingTitle: "Cooking now",
      readyTitle: "Ready!",
      notMade: "Not being made",
      truckGone: ({ truck }: { truck: string }) =>
        `${truck} is gone and does not make this order. You get a text when it is cancelled and refunded.`,
      pending: ({ truck }: { truck: string }) =>
        `${truck} has your order. The kitchen sees it next.`,
      confirmed: "It is in the kitchen's queue.",
      preparing: "The kitchen is making your food.",
      ready: ({ orderNumber }: { orderNumber: string }) =>
        `Pick it up at the counter and say number ${orderNumber}.`,
      completedText: "Enjoy your meal, and thank you for ordering.",
      cancelled: "This order is not being made.",
      readyPageTitle: ({ number }: { number: string }) => `Ready! Order ${number}`,
      late: "It takes a little longer than planned.",
      dueUnconfirmed: ({ truck }: { truck: string }) =>
        `It is due, and no one at ${truck} has confirmed it. Call the truck before you go there.`,
    },
    refund: {
      done: ({ sum }: { sum: string }) =>
        `${sum} was refunded. A card payment goes back to the same card; banks may take 5 to 10 days to show it.`,
      pending: ({ sum }: { sum: string }) =>
        `A refund of ${sum} is on its way. A card payment goes back to the same card; banks may take 5 to 10 days to show it.`,
      disputed: "The payment is disputed, so your bank settles the money with you.",
      cashOwed: ({ sum }: { sum: string }) => `The staff will pay you ${sum} back in cash.`,
      cardOwed: ({ sum }: { sum: string }) =>
        `The staff will put ${sum} back on the card you used at the counter.`,
      paidOut: ({ sum }: { sum: string }) => `${sum} was paid back to you at the counter.`,
      nothingPaid: "Nothing was paid.",
    },
    toPay: ({ total }: { total: string }) => `${total} to pay at the counter.`,
    readOnly:
      "This link only shows the order. To change or cancel it, use the link that was sent by text or email.",
    again: {
      title: "Hungry again?",
      hint: "Your cart is filled with this order at today's prices, and says what has changed.",
      hintAdded:
        "This order is added to what is in your cart already, at today's prices, and the cart says what has changed.",
      loading: "Looking at today's menu...",
      action: "Order again",
      truckGone: ({ truck }: { truck: string }) => `${truck} is not on the street at the moment.`,
      failed: "Today's menu could not be loaded. Please try again.",
    },
    steps: {
      done: "done",
      current: "now",
      coming: "to come",
      label: "Status",
    },
    place: {
      title: "Where to pick up",
      questions: "Questions?",
      map: "Open the map",
      call: ({ phone }: { phone: string }) => `Call the truck: ${phone}`,
    },
    truckFor: ({ truck, customer }: { truck: string; customer: string }) =>
      `${truck} for ${customer}`,
    loading: "Loading your order...",
    missing: {
      title: "We could not find this order",
      hint: "The link may be cut short. Open it once more from your text message.",
    },
    failed: "Your order cannot be shown just now",
    correctContact: "Wrong phone number or email?",
  },
  change: {
    notice: {
      late: ({ minutes }: { minutes: number }) =>
        plural(minutes, {
          one: "Your pickup is one minute later",
          other: `Your pickup is ${minutes} minutes later`,
        }),
      moved: "The truck has moved",
      endsEarly: "The truck closes early today, so your order is cancelled",
      cancelled: "The truck cannot come, so your order is cancelled",
      before: "Before:",
      now: "Now:",
    },
    choices: {
      suits: "Does that suit you?",
      plansChanged: "Have your plans changed?",
      until: ({ time }: { time: string }) =>
        `You can change or cancel until ${time}, or until the kitchen starts.`,
      moveUntil: ({ time }: { time: string }) =>
        `You can pick another time until ${time}, or until the kitchen starts.`,
      cancelUntil: ({ time }: { time: string }) =>
        `You can cancel until ${time}, or until the kitchen starts.`,
      onlyTruck: "Once you have paid, only the truck can change or cancel this order.",
      untilConfirmed:
        "No one has confirmed your order yet. Until someone does, you can cancel it and get all of your money back.",
      keep: "Keep it",
      kept: "You keep your order. See you then!",
      anotherTime: "Pick another time",
    },
    cancel: {
      withRefund: ({ amount }: { amount: string }) => `Cancel and get ${amount} back`,
      action: "Cancel the order",
      title: "Cancel this order?",
      keep: "Keep my order",
      refundHint: ({ amount }: { amount: string }) =>
        `The kitchen will not make it, and ${amount} goes back to your card. Banks may take 5 to 10 days to show it.`,
      hint: "The kitchen will not make it.",
      done: "Your order is cancelled.",
    },
    slot: {
      moved: ({ time }: { time: string }) => `Your pickup is at ${time} now.`,
      noneFree: "No other pickup time has room for your order.",
      label: "Pickup times",
      required: "Choose a time",
      submit: ({ time }: { time: string }) => `Move to ${time}`,
    },
  },
};
