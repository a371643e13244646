/** What the orders board, the kitchen, the counter and their prints say. */
import type { OrderStatus } from "@/domain/api/staff-types";
import { plural } from "@/messages/language";
import { paying } from "./checkout";
import { reader } from "./reader";

/** What an order is, inside a sentence. */
const IS: Record<OrderStatus, string> = {
  pending: "pending",
  confirmed: "confirmed",
  preparing: "being prepared",
  ready: "ready for pickup",
  completed: "completed",
  cancelled: "cancelled",
};

export const orders = {
  ...paying,
  alerts: {
    title: "Alerts on this device",
    button: "Sound and alerts",
    buttonMuted: "Sound and alerts: sound is off",
    turnOn: "Tell me on this device about new orders",
    turnOnHint: "Your browser asks you once. It rings even while the screen sleeps.",
    isOnHint:
      "It rings even while the screen sleeps, as long as you stay signed in here: up to 30 days if you signed in with Remember me.",
  },
  orders: {
    drawerOffer: ({ amount }: { amount: string }) =>
      `${amount} of cash was taken without an open drawer. Open it to count it tonight.`,
    readyForPickup: "Ready for Pickup",
    completed: "Completed",
    partlyRefunded: "Partly refunded",
    item: {
      refunded: "Refunded, do not make",
      refundedOf: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
        `${refunded} of ${quantity} refunded, do not make`,
      refundedWhileCooking: "Changed: an item was refunded after cooking started",
    },
    checks: {
      soldOut: "An item was sold out when the payment arrived",
      itemGone: "An item is no longer on the menu",
      truckClosed: "The truck was off the street when the payment arrived",
      timePassed: "The pickup time had passed when the payment arrived",
      stopChanged: "The stop had changed when the payment arrived",
      overCapacity: "Over capacity",
      secondOrder: "Looks like a second order of the same cart",
      tipOverLimit: "The tip is unusually high: ask the customer whether it is right",
      changedByCustomer: "Changed by the customer: new pickup time",
      late: "Late",
      notConfirmed: "Not confirmed",
      confirmNow: "Not confirmed and nearly due: confirm it, or cancel it to refund it.",
    },
    filter: {
      open: "Find an order",
      search: "Search number, name or phone",
      datesOn: "Dates: on",
      dates: "Dates",
      anyDay: "Any day",
      statusLabel: "Show orders that are",
      openOnes: "Open",
      noneOpen: "No open orders",
      noneOpenHint: "New orders show up here by themselves.",
      all: "All",
      noMatch: "No orders match",
      nothingFound: ({ search, status, hasDays }: Lookup) => {
        const found = search ? `Nothing was found for "${search}"` : "Nothing was found";
        const among = status ? `${found} among orders that are ${IS[status]}` : found;
        return hasDays ? `${among} on these days.` : `${among}.`;
      },
      showAll: "Show all orders",
      noneOfStatus: ({ status }: { status: OrderStatus }) => `No orders are ${IS[status]}`,
      noneOfStatusHint: "Choose another status to see the rest.",
    },
    live: {
      lost: ({ time }: { time: string }) =>
        `No connection since ${time}. New orders may not show up here; it keeps trying.`,
      soundOn: "Turn sound on",
      soundIsOn: "Sound is on. New orders ring.",
      soundTry: "Try it",
      soundOff: "Sound is off. New orders will not ring.",
    },
    arrivals: {
      announced: ({ count, orderNumber }: { count: number; orderNumber: string }) =>
        plural(count, { one: `New order #${orderNumber}!`, other: `${count} new orders!` }),
      oneFrom: ({ orderNumber, customerName }: { orderNumber: string; customerName: string }) =>
        `New order #${orderNumber} from ${customerName}`,
      show: ({ count }: { count: number }) => plural(count, { one: "Show it", other: "Show them" }),
      count: ({ count }: { count: number }) =>
        plural(count, { one: "1 new order", other: `${count} new orders` }),
      see: "See orders",
      toast: ({ count, orderNumber, customerName }: Arrived) =>
        plural(count, {
          one: `New order #${orderNumber} from ${customerName}`,
          other: `${count} new orders`,
        }),
    },
    pages: {
      label: "Pages of orders",
      newest: "Newest orders",
      count: ({ shown, total }: { shown: number; total: string }) => `${shown} of ${total} orders`,
      older: "Older orders",
    },
    refresh: "Refresh",
    payOuts: {
      cash: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
        `Order #${orderNumber} was paid in cash: hand ${sum} back.`,
      card: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
        `Order #${orderNumber} was paid by card on another device: give ${sum} back there.`,
      due: ({ count, amount }: { count: number; amount: string }) =>
        plural(count, {
          one: `1 refund to pay out, ${amount}`,
          other: `${count} refunds to pay out, ${amount}`,
        }),
      done: "All refunds are paid out",
      failed: "The refunds to pay out did not load",
      reload: "Load refunds again",
      giveCash: ({ sum }: { sum: string }) => `Pay ${sum} back in cash.`,
      giveOnDevice: ({ sum }: { sum: string }) => `Give ${sum} back on the other device.`,
      mark: "Mark as paid out",
      markNamed: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
        `Mark ${sum} for order #${orderNumber} as paid out`,
      notSaved: ({ errorMessage }: { errorMessage: string }) =>
        `Not marked as paid out. ${errorMessage}`,
    },
    card: { new: "New" },
    steps: {
      markAs: {
        pending: "Mark as Pending",
        confirmed: "Mark as Confirmed",
        preparing: "Mark as Preparing",
        ready: "Mark as Ready for Pickup",
        completed: "Mark as Completed",
        cancelled: "Mark as Cancelled",
      },
      announced: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
        `Order #${orderNumber}: ${status}. You can undo this for 5 seconds.`,
      already: ({ orderNumber, status }: { orderNumber: string; status: OrderStatus }) =>
        `Order #${orderNumber} is already ${IS[status]}.`,
      failed: "Failed to update order status",
    },
    cancel: {
      title: ({ orderNumber }: { orderNumber: string }) => `Cancel order #${orderNumber}?`,
      withRefund: ({ amount }: { amount: string }) => `Cancel and refund ${amount}`,
      action: "Cancel order",
      keep: "Keep order",
      customer: ({ customerName }: { customerName: string }) => `This is ${customerName}'s order.`,
      toCard: ({ amount }: { amount: string }) => `${amount} goes back to the card that paid.`,
      inCash: ({ amount }: { amount: string }) =>
        `It was paid in cash: hand ${amount} back to the customer.`,
      onDevice: ({ amount }: { amount: string }) =>
        `It was paid by card on another device: give ${amount} back there.`,
      nothingLeft: "Nothing is refunded, because no money is left to give back.",
      disputed:
        "The payment is disputed: nothing is refunded while the bank has the money. If the dispute is won, the refund goes out by itself.",
    },
    cannotBeUndone: "This cannot be undone.",
    customerReplied: ({ text }: { text: string }) => `The customer replied: “${text}”`,
    failedStale: ({ errorMessage }: { errorMessage: string }) =>
      `Failed to load orders: ${errorMessage} What you see may be out of date.`,
    empty: "No orders yet",
    emptyHint: "The first order will show up here by itself, as soon as it is paid.",
    newOrderUnfinished: "New order · 1 unfinished",
    kitchenView: "Kitchen view",
  },
  reader,
  counter: {
    done: {
      title: "Order taken",
      titleFor: ({ customerName }: { customerName: string }) => `Order taken for ${customerName}`,
      cash: ({ total }: { total: string }) => `${total} paid in cash`,
      reader: ({ total, reader }: { total: string; reader: string }) =>
        `${total} paid by card on ${reader}`,
      card: ({ total }: { total: string }) => `${total} paid by card`,
      unpaid: ({ total }: { total: string }) => `${total} to pay later`,
      change: "Change",
      given: ({ given }: { given: string }) => `Given: ${given}`,
      noChange: "Paid exactly, no change.",
      earlier:
        "It had already arrived before your last change, so it stands as it was sent first. Open the order to check it.",
      linkSent: ({ phone }: { phone: string }) => `The link to it goes by text to ${phone}.`,
      next: "Next order",
      open: "Open order",
    },
    retryHint: "Try again: an order that has arrived already is not taken twice.",
    sentAs: {
      cash: "Press Cash again first: the order may have arrived already, as paid in cash.",
      reader: "Press Card again first: the reader may have been asked already.",
      card: "Press Card again first: the order may have arrived already, as paid by card.",
      unpaid: "Press Pay later again first: the order may have arrived already, as unpaid.",
    },
    offer: {
      label: "Offer code (optional)",
      apply: "Apply",
      remove: "Remove code",
      discount: "Offer discount",
      applied: ({ code, amount }: { code: string; amount: string }) =>
        `${code} takes ${amount} off.`,
      minimum: ({ code, amount }: { code: string; amount: string }) =>
        `${code} is for orders of ${amount} or more, before tax.`,
      unapplied: "Apply the offer code, or clear its field.",
      phoneNeeded: "This code works once per phone number. Enter the customer's.",
    },
    receipt: {
      label: "Email for the receipt",
      send: "Email receipt",
      printOn: ({ printer }: { printer: string }) => `Print receipt on ${printer}`,
      printTicketOn: ({ printer }: { printer: string }) => `Print ticket on ${printer}`,
      printed: ({ printer }: { printer: string }) => `It comes out of ${printer} in a few seconds.`,
      sending: "Sending...",
      sent: ({ email }: { email: string }) => `The receipt goes to ${email}.`,
      invalid: "Enter an email address, such as ada@example.com.",
    },
    unsellable: "Please change or remove what cannot be sold.",
    slot: { now: ({ slot }: { slot: string }) => `Now: ${slot}` },
    stop: {
      open: ({ place, time }: { place: string; time: string }) => `${place}, until ${time}`,
      ended: ({ place, time }: { place: string; time: string }) => `${place}, ended at ${time}`,
      opens: ({ place, when }: { place: string; when: string }) => `${place}, opens ${when}`,
      taxChanged: "The tax has changed. Please check the total before you take the money.",
    },
    totalChanged: ({ total, told }: { total: string; told: string }) =>
      `The total is now ${total}. It was ${told}.`,
    failed: "Failed to load the stop and its tax rate",
    full: {
      title: ({ time }: { time: string }) => `The kitchen is full at ${time}`,
      take: "Take it anyway",
      question: ({ used, capacity, units }: { used: number; capacity: number; units: number }) =>
        `This slot has ${used} of ${capacity} menu items, and this order adds ${units}. Take it anyway?`,
      later: "Or offer a later pickup:",
    },
    clear: {
      action: "Clear",
      title: "Clear this order?",
      hint: "Its items and everything typed are removed from this device.",
      mayBeTaken:
        "It was sent without an answer and may be taken already: look at the orders first.",
    },
    panel: {
      title: "This order",
      empty: "Nothing yet.",
      taking: "Taking the order...",
      count: ({ count }: { count: number }) =>
        `${count} ${plural(count, { one: "item", other: "items" })}`,
      review: ({ total }: { total: string }) => `Review · ${total}`,
      payment: "How it is paid",
      payLater: "Pay later",
      name: "Name (optional)",
      nameHint: ({ name }: { name: string }) => `"${name}" if left empty`,
      phone: "Phone (optional)",
      phoneHint: "Gets a text now and when the order is ready",
      more: "Phone, kitchen note and offer code",
    },
    cash: {
      title: "Cash received",
      exact: "Exact",
      other: "Another amount",
      tooLittle: "Enter at least the total, such as 20 or 22.50.",
      change: ({ change }: { change: string }) => `Change: ${change}`,
      take: ({ given }: { given: string }) => `Take ${given}`,
      takeThis: "Take this amount",
    },
    grid: {
      all: "All",
      sections: "Sections of the menu",
      hint: "Tap to add, or type a name and press Enter.",
      enterAdds: ({ first }: { first: string }) => `Enter adds ${first}.`,
      noMatch: "Nothing on sale is called that.",
      withOptions: "with options",
      inOrder: "in the order",
    },
    emptyHint: "An order is made from the menu, so that comes first.",
    addToOrder: "Add to order",
  },
  kitchen: {
    step: {
      failed: ({ orderNumber }: { orderNumber: string }) =>
        `Order #${orderNumber}: Failed to update order status`,
      start: "Start cooking",
      handOver: "Handed over",
      done: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
        `Order #${orderNumber}: ${status}. Press U to undo.`,
      undone: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
        `Undone. Order #${orderNumber}: ${status}.`,
    },
    totals: {
      title: "All day",
      later: ({ items }: { items: string }) => `After the next 2 hours: ${items}`,
      only: "Totals only",
      withExtras: "With extras",
      plain: ({ quantity }: { quantity: number }) => `${quantity}× plain`,
      withNote: ({ count }: { count: number }) => `${count}× with a note`,
    },
    age: {
      cancelled: "cancelled",
      ready: ({ duration }: { duration: string }) => `ready ${duration}`,
      late: ({ duration }: { duration: string }) => `late ${duration}`,
      dueNow: "due now",
      due: ({ when }: { when: string }) => `due ${when}`,
      dueIn: ({ duration }: { duration: string }) => `due in ${duration}`,
      waiting: ({ duration }: { duration: string }) => `waiting ${duration}`,
      minutes: ({ minutes }: { minutes: number }) => `${minutes} min`,
      days: ({ days }: { days: number }) => `${days} days`,
      hours: ({ hours, minutes }: { hours: number; minutes: number }) =>
        minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
    },
    ticket: {
      named: ({ orderNumber }: { orderNumber: string }) => `order #${orderNumber}`,
      shelfTitle: ({ orderNumber, age }: { orderNumber: string; age: string }) =>
        `Order #${orderNumber}, ${age}`,
      takeAway: "Take away",
      ofCustomer: ({ name }: { name: string }) => `of ${name}`,
      wholeOrder: "For the whole order",
      title: ({ orderNumber, age }: { orderNumber: string; age: string }) =>
        `Order #${orderNumber}, ${age}`,
      cancelled: "Cancelled. Stop cooking.",
      waits: "Waits at the counter",
      orderedAgo: ({ sinceOrdered }: { sinceOrdered: string }) => `ordered ${sinceOrdered} ago`,
      collect: ({ payment, total }: { payment: string; total: string }) =>
        `${payment}: collect ${total}`,
    },
    unsaved: {
      mark: "not saved yet",
      trying: "Not saved yet. Trying again…",
      retry: "Try now",
      bar: ({ numbers }: { numbers: string }) =>
        `Failed to update order status: ${numbers}. It is tried again by itself. Please leave this page open.`,
    },
    keys: {
      undo: "undo",
      find: "find a ticket",
      next: "go to the next one",
      step: "move it on",
      title: "Keys",
    },
    shelf: { collect: ({ total }: { total: string }) => `Collect ${total}` },
    toMake: "To make",
    empty: {
      title: "Nothing to make",
      allReady: "Everything is ready for pickup.",
      hint: "The next order will show up here by itself, as soon as it is paid.",
    },
  },
};

interface Arrived {
  count: number;
  orderNumber: string;
  customerName: string;
}

interface Lookup {
  /** Empty without a search. */
  search: string;
  /** Null for orders of every status. */
  status: OrderStatus | null;
  hasDays: boolean;
}
