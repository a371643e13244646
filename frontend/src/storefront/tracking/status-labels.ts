import { formatDollars } from "@/domain/values/money";
import type { Status, TrackedOrder } from "./api";

/** The way of an order that is not cancelled. */
export const STATUS_STEPS: readonly Status[] = [
  "pending",
  "confirmed",
  "preparing",
  "ready",
  "completed",
];

export const STEP_NAMES: Record<Status, string> = {
  pending: "Received",
  confirmed: "Confirmed",
  preparing: "Preparing",
  ready: "Ready",
  completed: "Picked up",
  cancelled: "Cancelled",
};

/** What the customer reads from arm's length. */
export const HEADLINES: Record<Status, string> = {
  pending: "Order received",
  confirmed: "Order confirmed",
  preparing: "Cooking now",
  ready: "Ready!",
  completed: "Picked up",
  cancelled: "Cancelled",
};

export function isOver(status: Status): boolean {
  return status === "completed" || status === "cancelled";
}

/** What the headline means for the customer, and what comes next. */
export function statusMessage({ status, orderNumber, truck }: TrackedOrder): string {
  switch (status) {
    case "pending":
      return `${truck.name} has your order and will confirm it in a moment.`;
    case "confirmed":
      return "It is in the kitchen's queue.";
    case "preparing":
      return "The kitchen is making your food.";
    case "ready":
      return `Pick it up at the counter and say number ${orderNumber}.`;
    case "completed":
      return "Enjoy your meal, and thank you for ordering.";
    case "cancelled":
      return "This order is not being made.";
  }
}

/** The tab's name: what matters comes first, where a narrow tab still shows it. */
export function titleOf({ status, orderNumber }: TrackedOrder): string {
  const number = `#${orderNumber}`;
  return status === "ready" ? `Ready! Order ${number}` : `${HEADLINES[status]}: ${number}`;
}

/** What became of the money, where that is not simply "paid". */
export function paymentMessage(order: TrackedOrder): string | null {
  const { paymentStatus, refunded, status } = order;
  if (refunded > 0) {
    const sum = formatDollars(refunded);
    const isBack = paymentStatus === "refunded" || paymentStatus === "partially_refunded";
    const when =
      "A card payment goes back to the same card; banks may take 5 to 10 days to show it.";
    return isBack ? `${sum} was refunded. ${when}` : `A refund of ${sum} is on its way. ${when}`;
  }
  if (paymentStatus !== "unpaid") return null;
  if (status === "cancelled") return "Nothing was paid.";
  return status === "completed" ? null : `${formatDollars(order.total)} to pay at the counter.`;
}
