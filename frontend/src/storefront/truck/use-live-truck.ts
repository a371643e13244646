import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { useOnline } from "@/domain/live/online-and-server-reached";
import { cancelAndReadAgain, readAgain, readAgainSoon } from "@/domain/live/read-again";
import { applyRecord } from "@/domain/live/record-versions";
import { takeFirstChange } from "@/domain/live/stream-start-point";
import { type LiveSource, useLiveStream } from "@/domain/live/use-live-stream";
import { nextMealChange } from "@/domain/menu/sale-times";
import { allComingStopsKey, publicMenuKey, truckBySlugKey } from "@/domain/query-keys";
import { nextChange, presentSchedule } from "@/domain/schedule/current-stops";
import { messages as m } from "@/messages";
import { allSlotsKey } from "@/storefront/checkout/slots/api";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { useRefetchAfter } from "@/ui/browser/use-refetch-after";

/** What is said while the truck on the screen may have changed unseen; null while it is live. */
export interface Staleness {
  /** The layout says already that the device is offline. */
  onPage: string | null;
  /** In what lies over the page. */
  overPage: string | null;
}

/** Keeps a truck and its menu as the server has them while the page is visible. */
export function useLiveTruck(
  slug: string,
  truck: Truck | undefined,
  menu: readonly MenuItem[] | undefined,
): Staleness {
  const client = useQueryClient();
  const truckId = truck?._id ?? "";
  const { state } = useLiveStream(truck ? truckStream(slug, truckId) : null);
  const isOnline = useOnline();
  const now = useNow();
  useRefetchAfter(truck?.pausedUntil, () => invalidateTruck(client, slug), true);
  useRefetchAfter(truck && nextChange(presentSchedule(truck, now), now), () =>
    invalidateTruck(client, slug),
  );
  useRefetchAfter(menu && nextBack(menu), () => invalidateMenu(client, truckId), true);
  useRefetchAfter(useMealChange(truck, menu, now), () => {
    invalidateMenu(client, truckId);
    // Whether it can be ordered from, which is not in its menu.
    invalidateTruck(client, slug);
  });
  const onPage = isOnline && state === "lost" ? m.ordering.notLive : null;
  return { onPage, overPage: isOnline ? onPage : m.site.offline };
}

/** When a meal time of the menu starts or ends next. In an effect: the server that draws the page has few zones. */
function useMealChange(
  truck: Truck | undefined,
  menu: readonly MenuItem[] | undefined,
  now: Date,
): string | undefined {
  const zone = truck?.timezone;
  const minute = now.getTime();
  const [change, setChange] = useState<string>();
  useEffect(() => {
    setChange(menu && zone ? nextMealChange(menu, zone, new Date(minute)) : undefined);
  }, [menu, zone, minute]);
  return change;
}

/** The next instant at which something that is sold out comes back by itself. */
function nextBack(menu: readonly MenuItem[]): string | undefined {
  return menu
    .flatMap((item) => [item, ...item.optionGroups.flatMap((group) => group.options)])
    .flatMap(({ soldOutUntil }) => soldOutUntil ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other))[0];
}

/** Long enough to take a whole import for one change, short enough to be seen as at once. */
const GATHER_MS = 100;
/** A crowd in front of one truck must not ask in the same instant. */
const SPREAD_MS = 500;

/** The stream of a truck and its menu for customers. */
function truckStream(slug: string, truckId: string): LiveSource {
  const readMenuSoon = readAgainSoon(
    GATHER_MS,
    (client) => invalidateMenu(client, truckId),
    SPREAD_MS,
  );
  const readSlotsSoon = readAgainSoon(
    GATHER_MS,
    (client) => void readAgain(client, allSlotsKey(slug)),
    SPREAD_MS,
  );
  return {
    path: `/trucks/${truckId}/stream`,
    pauseWhenHidden: true,
    // It came with the truck and the menu, and is kept only where nothing was there before them.
    since: (client) => takeFirstChange(client, truckId, []),
    apply: (client, name, data) => {
      if (name === "menu") readMenuSoon(client);
      // A delay moves the slots, and a busy kitchen needs a longer lead.
      if (name === "slots" || name === "stop" || name === "truck") readSlotsSoon(client);
      if (name === "stop") {
        invalidateTruck(client, slug);
        void readAgain(client, allComingStopsKey());
      }
      if (name === "truck" && isTruck(data, truckId)) {
        applyRecord(client, truckBySlugKey(slug), data);
      }
    },
    invalidate: (client) => {
      for (const key of [
        allComingStopsKey(),
        allSlotsKey(slug),
        truckBySlugKey(slug),
        publicMenuKey(truckId),
      ]) {
        void cancelAndReadAgain(client, key);
      }
    },
  };
}

function invalidateTruck(client: QueryClient, slug: string): void {
  void readAgain(client, truckBySlugKey(slug));
}

function invalidateMenu(client: QueryClient, truckId: string): void {
  void readAgain(client, publicMenuKey(truckId));
}

function isTruck(data: unknown, truckId: string): data is Truck {
  return (data as Partial<Truck> | null)?._id === truckId;
}
