import type { ComparedTruck, StopChanges } from "@/domain/api/admin-types";
import type { SortOrder } from "@/ui/content/data-table";
import { standingRank } from "./standing";

export const SORT_KEYS = ["truck", "now", "orders", "revenue", "late", "changes"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sorting {
  key: SortKey;
  order: SortOrder;
}

/** The order in which a column is sorted first: the largest figures, but names and times from their beginning. */
export function firstOrder(key: SortKey): SortOrder {
  return key === "truck" || key === "now" ? "ascending" : "descending";
}

/** What a press on a column's heading does: sorts by it, or turns its order around. */
export function sortedBy(present: Sorting, key: SortKey): Sorting {
  if (present.key !== key) return { key, order: firstOrder(key) };
  return { key, order: present.order === "ascending" ? "descending" : "ascending" };
}

/** Trucks that are equal in what is sorted by stay in the order of their names. */
export function sortTrucks(
  trucks: readonly ComparedTruck[],
  { key, order }: Sorting,
  now: Date,
): ComparedTruck[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...trucks].sort(
    (one, other) => sign * COMPARE[key](one, other, now) || byName(one, other, now),
  );
}

export function countChanges({ cancelled, late, moved, endedEarly }: StopChanges): number {
  return cancelled + late + moved + endedEarly;
}

type Compare = (one: ComparedTruck, other: ComparedTruck, now: Date) => number;

const byName: Compare = (one, other) =>
  one.name.localeCompare(other.name) || one.truckId.localeCompare(other.truckId);

const COMPARE: Record<SortKey, Compare> = {
  truck: byName,
  now: (one, other, now) => compareRanks(standingRank(one, now), standingRank(other, now)),
  orders: (one, other) => one.orders - other.orders,
  revenue: (one, other) => one.revenue - other.revenue,
  late: (one, other) => one.lateOrders - other.lateOrders,
  changes: (one, other) => countChanges(one.stopChanges) - countChanges(other.stopChanges),
};

/** Two trucks may both be infinitely far from opening. */
function compareRanks(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
