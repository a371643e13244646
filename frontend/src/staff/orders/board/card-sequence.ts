import type { StaffOrder } from "@/domain/api/staff-types";
import { byPickup } from "@/staff/shared/order-rules";

/** The open orders as they are best worked off: what is to be made by its time, then what waits to be fetched. */
export function inOrderOfWork(orders: readonly StaffOrder[]): StaffOrder[] {
  return orders
    .filter(({ status }) => status !== "cancelled")
    .sort(
      (one, other) =>
        Number(one.status === "ready") - Number(other.status === "ready") || byPickup(one, other),
    );
}

/**
 * The orders while someone works on the board: each keeps the place that it had in `before`, so that no tap lands on
 * another one. An order that is over keeps its place too, without buttons; one that came meanwhile waits outside.
 */
export function keepPlaces(
  before: readonly StaffOrder[],
  present: readonly StaffOrder[],
): { shown: StaffOrder[]; waiting: StaffOrder[] } {
  const byId = new Map(present.map((order) => [order._id, order]));
  const known = new Set(before.map(({ _id }) => _id));
  return {
    shown: before.map((order) => byId.get(order._id) ?? handedOver(order)),
    waiting: present.filter(({ _id, status }) => !known.has(_id) && status !== "cancelled"),
  };
}

/** The open orders hold a cancelled one until it was seen, so that one that is gone from them was handed over. */
function handedOver(order: StaffOrder): StaffOrder {
  return { ...order, status: "completed", nextStatuses: [] };
}
