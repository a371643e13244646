import type { OrderFilter } from "./order-list";

/** The query keys of a truck's orders, and of one order. */
export const orderKeys = {
  all: (truckId: string) => ["orders", truckId] as const,
  lists: (truckId: string) => ["orders", truckId, "list"] as const,
  list: (truckId: string, filter: OrderFilter) => ["orders", truckId, "list", filter] as const,
  counts: (truckId: string) => ["orders", truckId, "counts"] as const,
  pending: (truckId: string) => ["orders", truckId, "pending"] as const,
  open: (truckId: string) => ["orders", truckId, "open"] as const,
  anyOne: () => ["orders", "one"] as const,
  one: (orderId: string) => ["orders", "one", orderId] as const,
};
