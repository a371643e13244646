/** The rules by which the staff's screens judge an order: what is late, what is to be made, what has changed. */

import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/staff-types";
import { parseInstant } from "@/domain/time/wall-clock";

export const STATUSES: readonly OrderStatus[] = [
  "pending",
  "confirmed",
  "preparing",
  "ready",
  "completed",
  "cancelled",
];

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

/** Whether an item was refunded after the kitchen had started the order: the cook has read the ticket already. */
export function isChangedWhileCooking({ status, history, refunds }: StaffOrder): boolean {
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
export function isChangedByCustomer({ status, changes = [] }: StaffOrder): boolean {
  return (
    isToBeMade(status) &&
    changes.some(({ kind, by }) => kind === "slot_changed" && by === "customer")
  );
}

/** When the customer was told to come; null for a customer who ordered at the counter and waits there. */
export function promisedAt(order: StaffOrder): Date | null {
  return parseInstant(order.estimatedPickupTime) ?? parseInstant(order.pickupTime);
}

/**
 * The next to be wanted first. An order that was taken at the counter is wanted at its slot, or without one from the
 * moment it is made.
 */
export function byPickup(one: StaffOrder, other: StaffOrder): number {
  return (
    wantedMs(one) - wantedMs(other) ||
    Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
    // Two of the same instant keep their places from one look to the next.
    one._id.localeCompare(other._id)
  );
}

/** When the food is wanted, in milliseconds since 1970. */
export function wantedMs(order: StaffOrder): number {
  const at = promisedAt(order) ?? parseInstant(order.slotAt);
  return at?.getTime() ?? Date.parse(order.createdAt);
}

/** Whether the money of an order from the counter is still to be taken. */
export function isOwed({ source, paymentStatus, status }: StaffOrder): boolean {
  return source === "counter" && paymentStatus === "unpaid" && status !== "cancelled";
}
