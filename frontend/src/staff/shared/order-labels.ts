/** What the staff reads about an order, on every screen that shows one. */

import type {
  OrderStatus,
  PaymentStatus,
  StaffOrder,
  StaffOrderItem,
} from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

export const STATUSES: readonly OrderStatus[] = [
  "pending",
  "confirmed",
  "preparing",
  "ready",
  "completed",
  "cancelled",
];

interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

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
});

const MINUTE_MS = 60_000;
const WAITED_MS = 5 * 60_000;
const NEARLY_DUE_MS = 10 * 60_000;
const FORGOTTEN_MS = 6 * 3_600_000;

/** Whether no one has confirmed an online order though it is nearly due: the server tells its staff at the same time. */
export function isOverdue(order: StaffOrder, now: Date): boolean {
  if (order.status !== "pending" || order.source !== "online") return false;
  const created = Date.parse(order.createdAt);
  const due = Date.parse(order.estimatedPickupTime ?? order.pickupTime ?? order.createdAt);
  const late = now.getTime() - Math.max(created + WAITED_MS, due - NEARLY_DUE_MS);
  return late >= 0 && late < FORGOTTEN_MS;
}

/** Whether the time that the customer was told has passed and the food is not ready. */
export function isLate(
  { status, estimatedPickupTime, pickupTime }: StaffOrder,
  now: Date,
): boolean {
  const promised = estimatedPickupTime ?? pickupTime;
  return (
    isToBeMade(status) && promised !== null && now.getTime() - Date.parse(promised) >= MINUTE_MS
  );
}

/** Whether an order waits longer for a confirmation than one does while the staff look at it. */
export function isUnconfirmed({ status, createdAt }: StaffOrder, now: Date): boolean {
  return status === "pending" && now.getTime() - Date.parse(createdAt) >= WAITED_MS;
}

/** Whether the kitchen has still to make what is on the order. */
export function isToBeMade(status: OrderStatus): boolean {
  return status === "pending" || status === "confirmed" || status === "preparing";
}

/** How many of a line are to be made: without those that were refunded. */
export function piecesToMake({ quantity, refundedQuantity }: StaffOrderItem): number {
  return Math.max(0, quantity - refundedQuantity);
}

/** What was refunded of a line, and that it is not to be made; null when nothing was. */
export function refundedLabel(item: StaffOrderItem, status: OrderStatus): string | null {
  const { quantity, refundedQuantity: refunded } = item;
  if (!refunded) return null;
  const isAll = piecesToMake(item) === 0;
  if (isToBeMade(status))
    return isAll ? m.orders.item.refunded : m.orders.item.refundedOf({ refunded, quantity });
  return isAll ? m.common.refunded : m.common.refundedOf({ refunded, quantity });
}

/** Whether an item was refunded after the kitchen had started the order: the cook has read the ticket already. */
function isChangedWhileCooking({ status, history, refunds }: StaffOrder): boolean {
  if (status !== "preparing") return false;
  const started = history.find((step) => step.status === "preparing");
  return refunds.some(
    (refund) =>
      refund.items !== null &&
      refund.status !== "failed" &&
      (!started || Date.parse(refund.createdAt) >= Date.parse(started.at)),
  );
}

/** Whether the customer has moved the pickup of an order that is not ready. */
function isChangedByCustomer({ status, changes = [] }: StaffOrder): boolean {
  return (
    isToBeMade(status) &&
    changes.some(({ kind, by }) => kind === "slot_changed" && by === "customer")
  );
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
