/** What is said of orders that are on one device only, because it had no network. */
import type { OrderStatus } from "@/domain/api/staff-types";
import { plural } from "@/messages/language";

export const unsent = {
  unsent: {
    onlyHere: ({ time, count }: { time: string; count: number }) =>
      plural(count, {
        one: `No connection since ${time}. 1 order is on this tablet only.`,
        other: `No connection since ${time}. ${count} orders are on this tablet only.`,
      }),
    sending: ({ count }: { count: number }) =>
      plural(count, { one: "Sending 1 order", other: `Sending ${count} orders` }),
    needsYou: ({ count }: { count: number }) =>
      plural(count, { one: "1 needs you", other: `${count} need you` }),
    notPersistent:
      "This browser does not promise to keep them: it may delete them when its storage runs short.",
    unreadable: ({ count }: { count: number }) =>
      plural(count, {
        one: "1 order on this tablet cannot be read",
        other: `${count} orders on this tablet cannot be read`,
      }),
    locked: {
      title: "Cannot be read by this version",
      newer:
        "A newer version of Chuckwagon has kept it. Reload the page with a connection: the newer version reads and sends it.",
      keyGone:
        "The key is gone from this tablet, so what the order says cannot be read any more. Count the cash drawer and ask who sold it, then discard it.",
      reload: "Reload the page",
      discardTitle: "Discard this order?",
      discardHint:
        "It is deleted from this tablet and counts nowhere. That it was here and the reason are kept in the activity log.",
      arrived: ({ orderNumber }: { orderNumber: string }) =>
        `It had arrived already, as #${orderNumber}. Nothing of it is lost.`,
    },
    ticket: {
      question: "Did the ticket come out? Then no printer prints it again once the order is sent.",
      printed: "It came out",
      isPrinted: "Its ticket came out here. No printer prints it again.",
    },
    notHere: {
      title: "This tablet does not know it without a connection",
      hint: "It appears by itself once the connection is back.",
    },
    needsConnection: {
      title: "This page needs a connection",
      hint: "Orders, kitchen and counter work without one.",
    },
    show: "Show orders",
    title: "Orders on this tablet",
    none: "All orders are sent.",
    sendNow: "Send now",
    onlyOnThisTablet: "On this tablet only",
    voided: "Voided",
    readerNeedsNetwork:
      "A card reader needs a connection. Take cash, or a card on another device, or try again.",
    noCodes: "Offer codes need a connection. Remove the code to take this order now.",
    noLetter:
      "This tablet has no letter for orders without a connection yet. Connect it once, then it can sell on.",
    tooLong:
      "This tablet has had no connection for 16 hours. Connect it and sign in to go on selling.",
    storageFull:
      "This order was not saved, because the storage of this tablet is full. It stays here: make room, then press again.",
    sentMeanwhile:
      "This order was sent meanwhile and stands as it was. Clear it here, and take what is new in it as another order.",
    givenUpMeanwhile:
      "This order was voided or discarded meanwhile, and stays so. Clear it here. If it is wanted after all, take it as another order.",
    change: "Change",
    changeBusy: "Finish or clear the order at the counter first.",
    changing: ({ number }: { number: string }) => `Changing ${number}`,
    changeCleared: ({ number }: { number: string }) =>
      `${number} stays as it was, and is sent so. What was changed here is dropped.`,
    void: "Void",
    voidTitle: ({ number }: { number: string }) => `Void ${number}?`,
    voidHint: ({ total }: { total: string }) =>
      `It comes to ${total}. Give back what was paid. The reason is sent along.`,
    reason: "Reason",
    reasonMissing: "Enter a reason.",
    enterNow: "Enter as a sale of now",
    discard: "Discard",
    discardTitle: ({ number }: { number: string }) => `Discard ${number}?`,
    discardHint: ({ total }: { total: string }) =>
      `The sale of ${total} is deleted from this tablet and counts nowhere. The reason is kept in the activity log.`,
    discardFailed: ({ reason }: { reason: string }) => `Not discarded. ${reason}`,
    seen: "OK",
    arrivedAlready: ({ orderNumber }: { orderNumber: string }) =>
      `It had arrived already, as #${orderNumber}: cancel it on the board.`,
    arrivedOtherwise: ({ orderNumber, total }: { orderNumber: string; total: string }) =>
      `It is at the server as #${orderNumber} for ${total}, and differs from what is here. Compare both, and correct #${orderNumber} on the board.`,
    stepRefused: ({ orderNumber, status }: { orderNumber: string; status: OrderStatus }) =>
      `A step that was made here did not fit any more. #${orderNumber} is ${IS[status]} now.`,
    changeFirst: {
      order_items_unknown:
        "Change it first: take another item in its place. Until then a sale of now is refused, too.",
      order_discarded: "Discard it here, too. If it is wanted after all, take it as another order.",
      other: "Change it first. Until then a sale of now is refused, too.",
    },
    refused: {
      order_discarded: "It was discarded before.",
      order_items_unknown: "An item of it is not on this truck's menu.",
      order_sums_differ: "Its amounts do not add up.",
      order_too_old: "It is older than 14 days.",
      not_found: "Its truck is not known any more.",
    },
    flags: {
      takenOffline: "Taken without a connection",
      priceDiffers: "Charged other prices than the menu had",
      overStock: "More was sold than was left",
      soldOut: "An item was sold out",
      paused: "Taken while orders were paused",
      stopOver: "Taken after the stop had ended",
      late: "Arrived more than 48 hours late",
      clockDiffers: "The clock of the tablet was wrong",
      phoneLeftOut: "The phone number was left out because it was not valid",
      voided: "Voided before it was sent",
      saleOfNow: "Entered later, as a sale of that moment",
    },
    onTablet: ({ count, truck }: { count: number; truck: string }) =>
      plural(count, {
        one: `1 unsent order of ${truck} is on this tablet`,
        other: `${count} unsent orders of ${truck} are on this tablet`,
      }),
    signOut: {
      title: ({ count }: { count: number }) =>
        plural(count, {
          one: "Sign out with 1 unsent order?",
          other: `Sign out with ${count} unsent orders?`,
        }),
      hint: "They stay on this tablet, and are sent once staff of the same truck sign in here again.",
      stay: "Stay signed in",
    },
  },
};

/** What an order is, inside a sentence. */
const IS: Record<OrderStatus, string> = {
  pending: "pending",
  confirmed: "confirmed",
  preparing: "being prepared",
  ready: "ready for pickup",
  completed: "completed",
  cancelled: "cancelled",
};
