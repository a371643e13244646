import { useQuery } from "@tanstack/react-query";
import type { AnalyticsTopItem, StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { addDays } from "@/domain/time/calendar-day";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone } from "@/domain/time/wall-clock";
import { analyticsQuery } from "@/staff/reports/api";

const DAYS = 30;

type Sold = Pick<AnalyticsTopItem, "menuItemId" | "quantity">;

/** What a limit is told by: a menu item, and how much of the limit an order takes. */
export interface Typical {
  item: StaffMenuItem | null;
  /** Null where too little was sold to tell. */
  unitsPerOrder: number | null;
}

/**
 * What sold most in the last 30 days and takes units, or else the first such item of the menu, and the usual order of
 * these days. Both are null until they are there.
 */
export function useTypical(truckId: string | null): Typical {
  const today = dayInZone(presentTime(), "UTC");
  const menu = useQuery(staffMenuQuery(truckId ?? ""));
  const sales = useQuery({
    ...analyticsQuery({ truckId, from: addDays(today, -DAYS), to: today }),
    enabled: truckId !== null,
  });
  if (!menu.data || sales.isLoading) return { item: null, unitsPerOrder: null };
  const { topItems = [], totals } = sales.data ?? {};
  return {
    item: typicalItem(menu.data, topItems),
    unitsPerOrder: totals ? typicalOrder(menu.data, topItems, totals) : null,
  };
}

/** What sold most of those that take units, or else the first menu item that does. */
export function typicalItem(
  menu: readonly StaffMenuItem[],
  sold: readonly Sold[],
): StaffMenuItem | null {
  const quantities = new Map(sold.map(({ menuItemId, quantity }) => [menuItemId, quantity]));
  const quantityOf = ({ _id }: StaffMenuItem) => quantities.get(_id) ?? 0;
  const [first = null] = menu
    .filter(({ prepUnits }) => prepUnits > 0)
    .sort((one, other) => quantityOf(other) - quantityOf(one));
  return first;
}

/** Fewer orders than these say nothing about the usual one. */
const LEAST_ORDERS = 10;

/** The units of the usual order: its pieces, each as heavy as those that sold most are on average. */
export function typicalOrder(
  menu: readonly Pick<StaffMenuItem, "_id" | "prepUnits">[],
  sold: readonly Sold[],
  { orders, itemsSold }: { orders: number; itemsSold: number },
): number | null {
  if (orders < LEAST_ORDERS) return null;
  const weights = new Map(menu.map(({ _id, prepUnits }) => [_id, prepUnits]));
  let pieces = 0;
  let units = 0;
  for (const { menuItemId, quantity } of sold) {
    const weight = weights.get(menuItemId ?? "");
    if (weight === undefined) continue;
    pieces += quantity;
    units += weight * quantity;
  }
  return units > 0 ? (units / pieces) * (itemsSold / orders) : null;
}
