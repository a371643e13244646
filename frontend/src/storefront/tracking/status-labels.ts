import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { Status, TrackedOrder } from "./api";

/** The way of an order that is not cancelled. */
export const STATUS_STEPS: readonly Status[] = [
  "pending",
  "confirmed",
  "preparing",
  "ready",
  "completed",
];

export const stepNames = (): Record<Status, string> => ({
  pending: m.storefront.tracking.received,
  confirmed: m.storefront.tracking.confirmed,
  preparing: m.storefront.tracking.preparing,
  ready: m.storefront.tracking.ready,
  completed: m.storefront.tracking.pickedUp,
  cancelled: m.storefront.tracking.cancelled,
});

/** What the customer reads from arm's length. */
export const headlines = (): Record<Status, string> => ({
  pending: m.storefront.tracking.orderReceived,
  confirmed: m.storefront.tracking.orderConfirmed,
  preparing: m.storefront.tracking.cookingNow,
  ready: m.storefront.tracking.ready2,
  completed: m.storefront.tracking.pickedUp,
  cancelled: m.storefront.tracking.cancelled,
});

export function isOver(status: Status): boolean {
  return status === "completed" || status === "cancelled";
}

/** What the headline means for the customer, and what comes next. */
export function statusMessage({
  status,
  orderNumber,
  truck,
}: Pick<TrackedOrder, "status" | "orderNumber"> & { truck: { name: string } }): string {
  switch (status) {
    case "pending":
      return m.storefront.tracking.hasYourOrderAndWill({ name: truck.name });
    case "confirmed":
      return m.storefront.tracking.itIsInKitchensQueue;
    case "preparing":
      return m.storefront.tracking.kitchenIsMakingYourFood;
    case "ready":
      return m.storefront.tracking.pickItUpAtCounter({ orderNumber });
    case "completed":
      return m.storefront.tracking.enjoyYourMealAndThank;
    case "cancelled":
      return m.storefront.tracking.thisOrderIsNotBeing;
  }
}

/** Open at a truck that was deleted: no one is making it. */
export function isStranded({ status, truck }: TrackedOrder): boolean {
  return truck.isDeleted && !isOver(status);
}

/** The tab's name: what matters comes first, where a narrow tab still shows it. */
export function titleOf({ status, orderNumber }: TrackedOrder): string {
  const number = `#${orderNumber}`;
  return status === "ready"
    ? m.storefront.tracking.readyOrder({ number })
    : `${headlines()[status]}: ${number}`;
}

/** What became of the money, where that is not simply "paid". */
export function paymentMessage(order: TrackedOrder): string | null {
  const { paymentStatus, refunded, payOutDue, paidAtCounterBy, status } = order;
  if (paymentStatus === "disputed" && status === "cancelled") {
    return m.storefront.tracking.bankHasThePayment;
  }
  if (payOutDue > 0) {
    const sum = formatDollars(payOutDue);
    return paidAtCounterBy === "card"
      ? m.storefront.tracking.staffPutBackOnCard({ sum })
      : m.storefront.tracking.staffPayBackInCash({ sum });
  }
  if (refunded > 0) {
    const sum = formatDollars(refunded);
    if (paidAtCounterBy) return m.storefront.tracking.wasPaidBack({ sum });
    const isBack = paymentStatus === "refunded" || paymentStatus === "partially_refunded";
    const when = m.storefront.tracking.cardPaymentGoesBackTo;
    return isBack
      ? m.storefront.tracking.wasRefunded({ sum, when })
      : m.storefront.tracking.refundOfIsOnIts({ sum, when });
  }
  if (paymentStatus !== "unpaid") return null;
  if (status === "cancelled") return m.storefront.tracking.nothingWasPaid;
  return status === "completed"
    ? null
    : m.storefront.tracking.toPayAtTheCounter({ total: formatDollars(order.total) });
}
