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
  pending: m.tracking.status.received,
  confirmed: m.common.confirmed,
  preparing: m.common.preparing,
  ready: m.common.ready,
  completed: m.tracking.status.completed,
  cancelled: m.common.orderCancelled,
});

/** What the customer reads from arm's length. */
export const headlines = (): Record<Status, string> => ({
  pending: m.tracking.status.pendingTitle,
  confirmed: m.common.orderConfirmed,
  preparing: m.tracking.status.preparingTitle,
  ready: m.tracking.status.readyTitle,
  completed: m.tracking.status.completed,
  cancelled: m.common.orderCancelled,
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
      return m.tracking.status.pending({ truck: truck.name });
    case "confirmed":
      return m.tracking.status.confirmed;
    case "preparing":
      return m.tracking.status.preparing;
    case "ready":
      return m.tracking.status.ready({ orderNumber });
    case "completed":
      return m.tracking.status.completedText;
    case "cancelled":
      return m.tracking.status.cancelled;
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
    ? m.tracking.status.readyPageTitle({ number })
    : `${headlines()[status]}: ${number}`;
}

/** What became of the money, where that is not simply "paid". */
export function paymentMessage(order: TrackedOrder): string | null {
  const { paymentStatus, refunded, payOutDue, paidAtCounterBy, status } = order;
  if (paymentStatus === "disputed" && status === "cancelled") {
    return m.tracking.refund.disputed;
  }
  if (payOutDue > 0) {
    const sum = formatDollars(payOutDue);
    return paidAtCounterBy === "card"
      ? m.tracking.refund.cardOwed({ sum })
      : m.tracking.refund.cashOwed({ sum });
  }
  if (refunded > 0) {
    const sum = formatDollars(refunded);
    if (paidAtCounterBy) return m.tracking.refund.paidOut({ sum });
    const isBack = paymentStatus === "refunded" || paymentStatus === "partially_refunded";
    return isBack ? m.tracking.refund.done({ sum }) : m.tracking.refund.pending({ sum });
  }
  if (paymentStatus !== "unpaid") return null;
  if (status === "cancelled") return m.tracking.refund.nothingPaid;
  return status === "completed" ? null : m.tracking.toPay({ total: formatDollars(order.total) });
}
