import { errorMessage } from "@/domain/api/errors";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { pickupInstant } from "@/domain/time/pickup-rules";
import { minutesFromNow } from "@/domain/time/wall-clock";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { setAvailability, type Target } from "@/staff/menu/api";
import { useOptimisticChangeOnce } from "@/staff/shared/use-optimistic-change";

/**
 * Something that can run out: a menu item, or an option. Options of one name are one thing in the kitchen
 * (the guacamole), in however many menu items they are offered.
 */
export interface Stock {
  key: string;
  name: string;
  /** The menu items that an option belongs to; empty for a menu item. */
  menuItems: string[];
  targets: Target[];
  isAvailable: boolean;
  /** When it is back by itself, if it is; the earliest of several. */
  soldOutUntil: string | null;
}

/** Everything on the menu, menu items first, each in the menu's own order. */
export function stockOf(menu: readonly StaffMenuItem[]): Stock[] {
  const options = new Map<string, Stock>();
  for (const item of menu) {
    for (const option of item.optionGroups.flatMap((group) => group.options)) {
      const key = `option ${option.isAvailable} ${option.name.trim().toLowerCase()}`;
      const known = options.get(key);
      const target = { itemId: item._id, optionId: option._id };
      options.set(key, {
        key,
        name: known?.name ?? option.name,
        menuItems: [...new Set([...(known?.menuItems ?? []), item.name])],
        targets: [...(known?.targets ?? []), target],
        isAvailable: option.isAvailable,
        soldOutUntil: earliest(known?.soldOutUntil, option.soldOutUntil),
      });
    }
  }
  return [...menu.map(stockOfItem), ...options.values()];
}

function stockOfItem(item: StaffMenuItem): Stock {
  return {
    key: item._id,
    name: item.name,
    menuItems: [],
    targets: [{ itemId: item._id }],
    isAvailable: item.isAvailable,
    soldOutUntil: item.soldOutUntil,
  };
}

function earliest(one: string | null | undefined, other: string | null): string | null {
  if (!one || !other) return one ?? other;
  return new Date(one) < new Date(other) ? one : other;
}

/** What a search finds: by the menu item's or option's own name, and options by their menu item. */
export function findStock(stock: readonly Stock[], search: string): Stock[] {
  const isMeant = searchFor(search);
  return stock.filter(({ name, menuItems }) => isMeant(name, ...menuItems));
}

/** The menu with these marked, as it will be once the server agrees. */
export function withAvailability(
  menu: readonly StaffMenuItem[],
  targets: readonly Target[],
  mark: { isAvailable: boolean; soldOutUntil: string | null },
): StaffMenuItem[] {
  const wanted = new Set(targets.map(({ itemId, optionId }) => optionId ?? itemId));
  return menu.map((item) => ({
    ...item,
    ...(wanted.has(item._id) ? mark : {}),
    optionGroups: item.optionGroups.map((group) => ({
      ...group,
      options: group.options.map((option) =>
        wanted.has(option._id) ? { ...option, ...mark } : option,
      ),
    })),
  }));
}

/** For how long something is sold out. `opening` is the next 4 AM, when no truck is still selling. */
export type SoldOutFor = "resumed" | "hour" | "opening" | "time";

const NEW_DAY = "04:00";

export const soldOutFor = (): { value: SoldOutFor; label: string }[] => [
  { value: "resumed", label: m.service.soldOut.noEnd },
  { value: "hour", label: m.service.soldOut.oneHour },
  { value: "opening", label: m.service.soldOut.untilMorning },
  { value: "time", label: m.service.soldOut.untilTime },
];

/**
 * When it is back; null for not by itself. `time` is a time of day (HH:MM) at the truck, the next one.
 * Undefined while the time is not filled in.
 */
export function soldOutUntil(
  { choice, time }: { choice: SoldOutFor; time: string },
  zone: string,
  now: Date,
): Date | null | undefined {
  if (choice === "resumed") return null;
  if (choice === "hour") return minutesFromNow(60, now);
  return pickupInstant(choice === "opening" ? NEW_DAY : time, zone, now) ?? undefined;
}

interface Wish {
  stock: Stock;
  isAvailable: boolean;
  /** When it is back by itself; null for not by itself. */
  until: Date | null;
}

/** Marks a menu item or an option (in every menu item that offers it) sold out or back on. */
export function useStock(truckId: string) {
  const mark = useOptimisticChangeOnce(
    {
      queryKey: staffMenuQuery(truckId).queryKey,
      send: sendWish,
      show: (menu, { stock, isAvailable, until }: Wish) =>
        withAvailability(menu, stock.targets, {
          isAvailable,
          soldOutUntil: until?.toISOString() ?? null,
        }),
      take: (menu, fresh) => menu.map((item) => fresh.get(item._id) ?? item),
      failed: (error, { stock, isAvailable }) => {
        const failed = { name: stock.name, errorMessage: errorMessage(error) };
        return isAvailable
          ? m.service.soldOut.backFailed(failed)
          : m.service.soldOut.failed(failed);
      },
    },
    keyOf,
  );
  return {
    sellOut: (stock: Stock, until: Date | null) => mark({ stock, isAvailable: false, until }),
    bringBack: (stock: Stock) => mark({ stock, isAvailable: true, until: null }),
  };
}

const keyOf = ({ stock }: Wish) => stock.key;

/** The menu items as the server has made them, by their ids. */
async function sendWish({ stock, isAvailable, until }: Wish) {
  const fresh = new Map<string, StaffMenuItem>();
  for (const target of stock.targets) {
    const item = await setAvailability(target, isAvailable, until);
    fresh.set(item._id, item);
  }
  return fresh;
}
