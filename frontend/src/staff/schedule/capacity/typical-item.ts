import { useQuery } from "@tanstack/react-query";
import type { AnalyticsTopItem, StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { addDays } from "@/domain/time/calendar-day";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone } from "@/domain/time/wall-clock";
import { analyticsQuery } from "@/staff/reports/analytics/api";

const DAYS = 30;

/**
 * The menu item that a number of units is told by: what sold most in the last 30 days and takes units, or else the
 * first of the menu. Null until the menu is there.
 */
export function useTypicalItem(truckId: string | null): StaffMenuItem | null {
  const today = dayInZone(presentTime(), "UTC");
  const menu = useQuery(staffMenuQuery(truckId ?? ""));
  const sales = useQuery({
    ...analyticsQuery({ truckId, from: addDays(today, -DAYS), to: today }),
    enabled: truckId !== null,
  });
  if (!menu.data || sales.isLoading) return null;
  return typicalItem(menu.data, sales.data?.topItems ?? []);
}

/** What sold most of those that take units, or else the first menu item that does. */
export function typicalItem(
  menu: readonly StaffMenuItem[],
  sold: readonly Pick<AnalyticsTopItem, "menuItemId" | "quantity">[],
): StaffMenuItem | null {
  const quantities = new Map(sold.map(({ menuItemId, quantity }) => [menuItemId, quantity]));
  const quantityOf = ({ _id }: StaffMenuItem) => quantities.get(_id) ?? 0;
  const [first = null] = menu
    .filter(({ prepUnits }) => prepUnits > 0)
    .sort((one, other) => quantityOf(other) - quantityOf(one));
  return first;
}
