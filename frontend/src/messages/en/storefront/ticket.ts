export const ticket = {
  approximately1530Minutes: "approximately 15-30 minutes",
  readyBy: ({ estimate }: { estimate: string }) => `ready by ${estimate}`,
  yourReceipt: "Your receipt",
  order: ({ name, orderNumber }: { name: string; orderNumber: string }) =>
    `${name}, order #${orderNumber}`,
  pickup: ({ when }: { when: string }) => `Pickup: ${when}`,
  printTheReceipt: "Print the receipt",
  subtotal: "Subtotal",
  tax: ({ taxRate }: { taxRate?: number | undefined }) =>
    taxRate === undefined ? "Tax" : `Tax (${taxRate}%)`,
  total: "Total",
  totalToPay: "Total to pay",
  refunded: "Refunded",
  refundToBePaidOut: "To be paid back by the staff",
  itemRefunded: "Refunded",
  itemsRefunded: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
    `${refunded} of ${quantity} refunded`,
  refundOnItsWay: "Refund on its way",
  totalPaid: "Total paid",
};
