/** What the staff reads about an order, on every screen that shows one. */

import type {
  OrderStatus,
  PaymentStatus,
  StaffOrder,
  StaffOrderItem,
} from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { BadgeVariant } from "@/ui/content/badge";
import {
  isChangedByCustomer,
  isChangedWhileCooking,
  isToBeMade,
  piecesToMake,
} from "./order-rules";

export const statusBadges = (): Record<OrderStatus, BadgeVariant> => ({
  pending: { label: m.common.pending, tone: "highlight" },
  confirmed: { label: m.common.confirmed, tone: "info" },
  preparing: { label: m.common.preparing, tone: "busy" },
  ready: { label: m.orders.readyForPickup, tone: "good" },
  completed: { label: m.orders.completed, tone: "neutral" },
  cancelled: { label: m.common.orderCancelled, tone: "danger" },
});

export const paymentBadges = (): Record<PaymentStatus, BadgeVariant> => ({
  paid: { label: m.common.paid, tone: "good" },
  partially_refunded: { label: m.orders.partlyRefunded, tone: "warning" },
  refunded: { label: m.common.orderRefunded, tone: "neutral" },
  disputed: { label: m.common.disputed, tone: "danger" },
  unpaid: { label: m.common.notPaidYet, tone: "warning" },
});

/** What the staff should know about an order before cooking it. */
const flagLabels = (): Readonly<Record<string, string>> => ({
  item_unavailable: m.orders.checks.soldOut,
  item_deleted: m.orders.checks.itemGone,
  truck_inactive: m.orders.checks.truckClosed,
  pickup_passed: m.orders.checks.timePassed,
  stop_changed: m.orders.checks.stopChanged,
  over_capacity: m.orders.checks.overCapacity,
  possible_duplicate: m.orders.checks.secondOrder,
  tip_over_limit: m.orders.checks.tipOverLimit,
  taken_offline: m.unsent.flags.takenOffline,
  price_differs: m.unsent.flags.priceDiffers,
  over_stock: m.unsent.flags.overStock,
  sold_out: m.unsent.flags.soldOut,
  paused: m.unsent.flags.paused,
  stop_over: m.unsent.flags.stopOver,
  late: m.unsent.flags.late,
  clock_differs: m.unsent.flags.clockDiffers,
  phone_left_out: m.unsent.flags.phoneLeftOut,
  voided: m.unsent.flags.voided,
  sale_of_now: m.unsent.flags.saleOfNow,
});

/** What was refunded of a line, and that it is not to be made; null when nothing was. */
export function refundedLabel(item: StaffOrderItem, status: OrderStatus): string | null {
  const { quantity, refundedQuantity: refunded } = item;
  if (!refunded) return null;
  const isAll = piecesToMake(item) === 0;
  if (isToBeMade(status))
    return isAll ? m.orders.item.refunded : m.orders.item.refundedOf({ refunded, quantity });
  return isAll ? m.common.refunded : m.common.refundedOf({ refunded, quantity });
}

/** What staff have to check before they hand an order over, as sentences; what the customer answered to a text is one. */
export function warningsOf(order: StaffOrder): string[] {
  const { flags, replies = [] } = order;
  const changes = [
    ...(isChangedWhileCooking(order) ? [m.orders.item.refundedWhileCooking] : []),
    ...(isChangedByCustomer(order) ? [m.orders.checks.changedByCustomer] : []),
  ];
  const answers = replies.map(({ text }) => m.orders.customerReplied({ text }));
  return [...changes, ...flags.map((flag) => flagLabels()[flag] ?? flag), ...new Set(answers)];
}
