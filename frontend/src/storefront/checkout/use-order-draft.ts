import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { Truck } from "@/domain/api/public-types";
import { serverConfigQuery } from "@/domain/api/server-config";
import { applyConflict, readShortages } from "@/domain/cart/cart-refused-by-server";
import { checkoutCart } from "@/domain/cart/checkout-cart";
import { findShortLines, stockByLine, unitsOf } from "@/domain/cart/line-stock";
import { findNotServed, type MissingPart, soldOutLines } from "@/domain/cart/reconcile-cart";
import { termsOf } from "@/domain/cart/taxes";
import { readAgain } from "@/domain/live/read-again";
import { type Pieces, withLearnedCounts } from "@/domain/menu/counted-stock";
import { allComingStopsKey } from "@/domain/query-keys";
import { opensAt, ordersOpenAt, presentSchedule, type Stop } from "@/domain/schedule/current-stops";
import { whenAt } from "@/domain/schedule/schedule-words";
import { truckBySlugQuery } from "@/domain/trucks/public-truck-queries";
import { messages as m } from "@/messages";
import { correctCart, getCart, useCart } from "@/storefront/cart/cart-store";
import { useOwnHold } from "@/storefront/cart/own-hold";
import { type StopMenu, useStopMenu } from "@/storefront/cart/use-stop-menu";
import { allSlotsKey, slotsQuery } from "@/storefront/checkout/slots/api";
import { type SlotChoice, withOwnSlot } from "@/storefront/checkout/slots/offered-slots";
import { useTruckManifest } from "@/storefront/layout/use-truck-manifest-and-hue";
import { truckPath } from "@/storefront/page-paths";
import { useChosenStop } from "@/storefront/truck/use-chosen-stop";
import { useLiveTruck } from "@/storefront/truck/use-live-truck";
import { useNow } from "@/ui/browser/use-now-and-tell-at";

export type OrderDraft = ReturnType<typeof useOrderDraft>;

/**
 * The order that is being placed: the cart, its truck and stop, and what stands in the way of it. While the bank is
 * asked, the cart stays as it was: no other tab and no change at the truck takes the page away.
 */
export function useOrderDraft(slug: string, isConfirming: boolean) {
  const { data: truck, isError, error, refetch } = useQuery(truckBySlugQuery(slug));
  const { data: config } = useQuery(serverConfigQuery());
  const client = useQueryClient();
  const now = useNow();
  const ordering = useChosenStop(slug, truck, now);
  const stopMenu = useStopMenu(slug, truck, ordering);
  const { soldOut, short, units, onCartConflict, ...live } = useCheckoutCart(slug, stopMenu);
  const cart = useFrozenWhile(live.cart, isConfirming);
  const stale = useLiveTruck(slug, truck, stopMenu.menu);
  useTruckManifest(truck);
  const { closed } = ordering;
  const stop = ordering.schedule.ordering;
  const tax = termsOf(truck, stop);
  return {
    slug,
    menuPath: `${truckPath(slug)}${ordering.search}`,
    truck,
    config,
    /** Where the order is picked up, at a truck that moves. */
    stop,
    /** Of the place where the order is picked up. */
    tax,
    cart: checkoutCart(cart, tax),
    /** What changed in the cart and waits to be acknowledged. */
    changes: cart.changes,
    /** What the cart needs of the kitchen. */
    units,
    /** The pickup slots to choose from; null where a pickup is a time of day. */
    slots: useSlots({ slug, truck, stop, units }),
    /** When the truck takes orders again, once all of them are taken. */
    whenNext: truck && stop ? whenNextOrders(truck, stop, now) : null,
    closed,
    stale,
    soldOut,
    short,
    notServedAt: useMemo(
      () => findNotServed(cart.items, stopMenu.menu ?? [], truck?.timezone),
      [cart.items, stopMenu.menu, truck?.timezone],
    ),
    /** Why this cannot be ordered now, in a few words; null while it can. */
    blocked: closed ?? blockedByStock([...soldOut.values()], short.size),
    /** Why the truck could not be loaded, while it could not. */
    truckFailure: isError ? errorMessage(error) : null,
    retryTruck: () => void refetch(),
    /** Waits for a truck that is still loading, or asks once more; undefined if it does not come. */
    loadTruck: async () => (await refetch({ cancelRefetch: false })).data,
    /** Takes the server's view of the cart; the cart itself says what changed. */
    onCartConflict,
    /** Reads the truck again: it has another stop or tax rate than the page shows, or takes no tips any more. */
    onTruckOutdated: () => {
      void refetch();
      void readAgain(client, allComingStopsKey());
    },
    /** Reads the slots again: they may be fuller than the page shows. */
    onSlotsOutdated: () => void readAgain(client, allSlotsKey(slug)),
  };
}

/** The value of now; while it is frozen, the one from before. */
function useFrozenWhile<T>(value: T, isFrozen: boolean): T {
  const [last, setLast] = useState(value);
  if (!isFrozen && last !== value) setLast(value);
  return isFrozen ? last : value;
}

function blockedByStock(missing: readonly MissingPart[], short: number): string | null {
  if (missing.some(({ served }) => !served)) return m.checkout.stock.soldOut;
  if (missing.length > 0) return m.checkout.stock.notServed;
  return short > 0 ? m.checkout.stock.short : null;
}

const NOTHING: Pieces = {};

/** The cart of a checkout, held against the menu of now and against what the server last said of it. */
function useCheckoutCart(slug: string, { menu: known, isCounted }: StopMenu) {
  const cart = useCart(slug);
  const [learned, setLearned] = useState(NOTHING);
  const menu = useMemo(() => withLearnedCounts(known ?? [], learned), [known, learned]);

  function onCartConflict(body: unknown): void {
    const before = getCart(slug).items;
    setLearned(readShortages(before, body));
    const { items, changes } = applyConflict(before, body);
    correctCart(slug, items, changes);
  }

  const counted = isCounted ? menu : [];
  return {
    cart,
    soldOut: soldOutLines(cart.items, counted),
    short: findShortLines(cart.items, stockByLine(cart.items, counted)),
    units: unitsOf(cart.items, menu),
    onCartConflict,
  };
}

interface UseSlotsOptions {
  slug: string;
  truck: Truck | undefined;
  stop: Stop | null;
  units: number;
}

/** The slots to choose from; null at a truck where a pickup is a time of day. */
function useSlots({ slug, truck, stop, units }: UseSlotsOptions): SlotChoice | null {
  const isMoving = truck?.schedule?.mode === "stops";
  const stopId = stop?._id ?? null;
  const { data, error, refetch } = useQuery({
    ...slotsQuery({ slug, stopId, units }),
    enabled: truck !== undefined && (!isMoving || stop !== null),
    // While the cart changes, what was free for the order before is better than nothing.
    placeholderData: (known) => (known?.stopId === stopId ? known : undefined),
  });
  const hold = useOwnHold(slug);
  const ready = useMemo(() => data && withOwnSlot(data, hold, units), [data, hold, units]);

  if (!truck) return null;
  // A truck that is always open has slots only with a limit of its own.
  if (!isMoving && !data?.slots.length) return null;
  if (isMoving && !stop) return { state: "closed" };
  if (ready) return { state: "ready", ...ready };
  if (error) return { state: "failed", reason: errorMessage(error), retry: () => void refetch() };
  return { state: "loading" };
}

/** When a truck can be ordered from next after a stop that is booked out; null where no stop is planned. */
function whenNextOrders(truck: Pick<Truck, "schedule">, bookedOut: Stop, now: Date): string | null {
  const { next } = presentSchedule(truck, now);
  if (!next || next._id === bookedOut._id) return null;
  const opening = m.ordering.opensNext({ when: whenAt(opensAt(next), next, now) });
  if (now >= ordersOpenAt(next)) return opening;
  const ordersStart = whenAt(ordersOpenAt(next), next, now);
  return `${opening} ${m.ordering.ordersStart({ when: ordersStart })}`;
}
