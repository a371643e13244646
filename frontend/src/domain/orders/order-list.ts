import type { OrderPage, OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { newest } from "@/domain/live/record-versions";

/** As many as the board shows at once. */
export const NEWEST = 50;

export type StatusFilter = OrderStatus | "all";

/** Which orders of a truck a list holds. */
export interface OrderFilter {
  status: StatusFilter;
  /** A number, a name or a phone. */
  search: string;
  /** Days on the truck's clock, both included; empty is no limit. */
  from: string;
  to: string;
  /** Where an older page begins; empty is the newest one. */
  cursor: string;
}

/** Whether the list is a lookup: new orders stay out of it. */
export function isLookup({ search, from, to, cursor }: OrderFilter): boolean {
  return `${search}${from}${to}${cursor}` !== "";
}

/** A page of a list after an event of an order; the same page when there is nothing to change. */
export function putIntoPage(page: OrderPage, order: StaffOrder, filter: OrderFilter): OrderPage {
  const place = page.orders.findIndex(({ _id }) => _id === order._id);
  const listed = page.orders[place];
  if (listed && newest(listed, order) === listed) return page;
  if (!mayShow(filter, order)) return listed ? without(page, order) : page;
  if (listed) return { ...page, orders: page.orders.map((one) => (one === listed ? order : one)) };
  return isLookup(filter) ? page : insert(page, order);
}

/** The pending orders after an event. */
export function applyToPending(pending: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = pending.find(({ _id }) => _id === order._id);
  if (known && newest(known, order) === known) return pending;
  const others = pending.filter(({ _id }) => _id !== order._id);
  return order.status === "pending" ? [order, ...others] : others;
}

export function hasDueRefund({ refunds }: StaffOrder): boolean {
  return refunds.some(({ status }) => status === "due");
}

/** The orders with money to be paid out after an event, the longest due first. */
export function applyToDue(due: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = due.find(({ _id }) => _id === order._id);
  if (known && newest(known, order) === known) return due;
  if (!hasDueRefund(order)) return due.filter((other) => other !== known);
  return known ? due.map((other) => (other === known ? order : other)) : [...due, order];
}

/** The open orders after an event. A cancelled order stays until the kitchen has seen it. */
export function applyToOpen(orders: StaffOrder[], order: StaffOrder): StaffOrder[] {
  const known = orders.find(({ _id }) => _id === order._id);
  // Events also come for old orders, such as when one is refunded.
  if (!known && order.status === "cancelled") return orders;
  const shown = known ? newest(known, order) : order;
  if (shown === known) return orders;
  const others = orders.filter((other) => other !== known);
  return shown.status === "completed" ? others : [...others, shown];
}

function mayShow({ status }: OrderFilter, order: StaffOrder): boolean {
  return status === "all" || status === order.status;
}

/** Newest first, as the server sorts. Where the page ends, the next one decides. */
function insert(page: OrderPage, order: StaffOrder): OrderPage {
  const place = page.orders.findIndex((other) => comesBefore(order, other));
  if (place < 0 && page.nextCursor !== null) return page;
  const orders = [...page.orders];
  orders.splice(place < 0 ? orders.length : place, 0, order);
  return { ...page, orders, total: page.total + 1 };
}

function without(page: OrderPage, { _id: gone }: StaffOrder): OrderPage {
  const orders = page.orders.filter(({ _id }) => _id !== gone);
  return { ...page, orders, total: Math.max(0, page.total - 1) };
}

function comesBefore(one: StaffOrder, other: StaffOrder): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one._id > other._id;
}
