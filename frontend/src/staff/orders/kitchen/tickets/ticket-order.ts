import type { StaffOrder } from "@/domain/api/admin-types";
import { parseInstant } from "@/domain/time/time";

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
