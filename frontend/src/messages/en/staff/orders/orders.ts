import { plural } from "@/messages/plural";

export const orders = {
  pending: "Pending",
  confirmed: "Confirmed",
  preparing: "Preparing",
  readyForPickup: "Ready for Pickup",
  completed: "Completed",
  cancelled: "Cancelled",
  paid: "Paid",
  partlyRefunded: "Partly refunded",
  refunded: "Refunded",
  itemRefunded: "Refunded",
  itemsRefunded: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
    `${refunded} of ${quantity} refunded`,
  itemRefundedDoNotMake: "Refunded, do not make",
  itemsRefundedDoNotMake: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
    `${refunded} of ${quantity} refunded, do not make`,
  changedWhileCooking: "Changed: an item was refunded after cooking started",
  disputed: "Disputed",
  notPaidYet: "Not paid yet",
  itemWasSoldOutWhen: "An item was sold out when the payment arrived",
  itemIsNoLongerOn: "An item is no longer on the menu",
  truckWasOffStreetWhen: "The truck was off the street when the payment arrived",
  pickupTimeHadPassedWhen: "The pickup time had passed when the payment arrived",
  stopHadChangedWhen: "The stop had changed when the payment arrived",
  overCapacity: "Over capacity",
  looksLikeSecondOrderOf: "Looks like a second order of the same cart",
  firstDayMustNotBe: "The first day must not be after the last day.",
  searchNumberNameOrPhone: "Search number, name or phone",
  datesOn: "Dates: on",
  dates: "Dates",
  from: "From",
  to: "To",
  show: "Show",
  anyDay: "Any day",
  showOrdersThatAre: "Show orders that are",
  all: "All",
  connectionLostSinceNewOrders: ({ zone }: { zone: string }) =>
    `Connection lost since ${zone}. New orders may not show up here; it keeps trying.`,
  turnSoundOn: "Turn sound on",
  soundIsOffNewOrders: "Sound is off. New orders will not ring.",
  newOrderNewOrders: ({ count, orderNumber }: { count: number; orderNumber: string }) =>
    plural(count, { one: `New order #${orderNumber}!`, other: `${count} new orders!` }),
  newOrderFrom: ({ orderNumber, customerName }: { orderNumber: string; customerName: string }) =>
    `New order #${orderNumber} from ${customerName}`,
  showItThem: ({ count }: { count: number }) =>
    `Show ${plural(count, { one: "it", other: "them" })}`,
  n1NewOrderNewOrders: ({ count }: { count: number }) =>
    plural(count, { one: "1 new order", other: `${count} new orders` }),
  pagesOfOrders: "Pages of orders",
  newestOrders: "Newest orders",
  ofOrders: ({ count, count2 }: { count: number; count2: string }) =>
    `${count} of ${count2} orders`,
  olderOrders: "Older orders",
  loadingOrders: "Loading orders...",
  refresh: "Refresh",
  orderWasPaidInCash: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
    `Order #${orderNumber} was paid in cash: hand ${sum} back.`,
  orderWasPaidByCard: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
    `Order #${orderNumber} was paid by card at the counter: give ${sum} back on the card reader.`,
  order: ({ orderNumber }: { orderNumber: string }) => `Order #${orderNumber}`,
  new: "New",
  updating: "Updating...",
  markAs: ({ label }: { label: string }) => `Mark as ${label}`,
  cancelOrder: ({ orderNumber }: { orderNumber: string }) => `Cancel order #${orderNumber}?`,
  cancelAndRefund: ({ amount }: { amount: string }) => `Cancel and refund ${amount}`,
  cancelIt: "Cancel order",
  keepOrder: "Keep order",
  orderOfCustomer: ({ customerName }: { customerName: string }) =>
    `It is the order of ${customerName}.`,
  goesBackToTheCard: ({ amount }: { amount: string }) =>
    `${amount} goes back to the card that paid.`,
  handBackInCash: ({ amount }: { amount: string }) =>
    `It was paid in cash: hand ${amount} back to the customer.`,
  giveBackOnReader: ({ amount }: { amount: string }) =>
    `It was paid by card at the counter: give ${amount} back on the card reader.`,
  nothingIsRefunded: "Nothing is refunded, because no money is left to give back.",
  bankHasTheMoney:
    "The payment is disputed: nothing is refunded while the bank has the money. If the dispute is won, the refund goes out by itself.",
  payOutsDue: ({ count, amount }: { count: number; amount: string }) =>
    plural(count, {
      one: `1 refund to pay out, ${amount}`,
      other: `${count} refunds to pay out, ${amount}`,
    }),
  allPaidOut: "All refunds are paid out",
  payOutsDidNotLoad: "The refunds to pay out did not load",
  loadPayOutsAgain: "Load refunds again",
  payBackInCash: ({ sum }: { sum: string }) => `Pay ${sum} back in cash.`,
  payBackOnReader: ({ sum }: { sum: string }) =>
    `Put ${sum} back on the card, on your card reader.`,
  markAsPaidOut: "Mark as paid out",
  markAsPaidOutOf: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
    `Mark ${sum} for order #${orderNumber} as paid out`,
  payOutNotSaved: ({ errorMessage }: { errorMessage: string }) =>
    `Not marked as paid out. ${errorMessage}`,
  cannotBeUndone: "This cannot be undone.",
  pickup: ({ pickup }: { pickup: string }) => `Pickup ${pickup}`,
  atTheCounter: "At the counter",
  pleaseCheck: "Please check",
  confirmNow: "Not confirmed and nearly due: confirm it, or cancel it to refund it.",
  customerReplied: ({ text }: { text: string }) => `The customer replied: “${text}”`,
  order2: ({ orderNumber, label }: { orderNumber: string; label: string }) =>
    `Order #${orderNumber}: ${label}`,
  orderIsAlready: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
    `Order #${orderNumber} is already ${status}.`,
  failedToUpdateOrderStatus: "Failed to update order status",
  orders: "Orders",
  failedToLoadOrders: "Failed to load orders",
  failedToLoadOrdersBelow: ({ errorMessage }: { errorMessage: string }) =>
    `Failed to load orders: ${errorMessage} Below is what was known before.`,
  noOrdersMatch: "No orders match",
  nothingWasFound: ({ describe }: { describe: string }) => `Nothing was found${describe}.`,
  showAllOrders: "Show all orders",
  noOrdersYet: "No orders yet",
  firstOrderWillShowUp: "The first order will show up here by itself, as soon as it is paid.",
  noOrdersAre: ({ label }: { label: string }) => `No orders are ${label}`,
  chooseAnotherStatusToSee: "Choose another status to see the rest.",
  for: ({ search }: { search: string }) => ` for "${search}"`,
  amongOrdersThatAre: ({ label }: { label: string }) => ` among orders that are ${label}`,
  onTheseDays: " on these days",
  theNewestOrdersOf: ({ name }: { name: string }) => `The newest orders of ${name}`,
  newOrder: "New order",
  newOrderUnfinished: "New order · 1 unfinished",
  kitchenView: "Kitchen view",
  seeOrders: "See orders",
  newOrderFromNewOrders: ({
    count,
    orderNumber,
    customerName,
  }: {
    count: number;
    orderNumber: string;
    customerName: string;
  }) =>
    plural(count, {
      one: `New order #${orderNumber} from ${customerName}`,
      other: `${count} new orders`,
    }),
};
