import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import type { Truck } from "@/domain/api/types";
import type { Stop } from "@/domain/schedule/present-schedule";
import { useOwnHold } from "@/storefront/cart/own-hold";
import { type SlotChoice, slotsQuery, withOwnSlot } from "./slot-choice";

interface UseSlotsOptions {
  slug: string;
  truck: Truck | undefined;
  /** Where the order is picked up, at a truck that moves. */
  stop: Stop | null;
  /** What the cart needs of the kitchen. */
  units: number;
}

/** The slots to choose from; null at a truck where a pickup is a time of day. */
export function useSlots({ slug, truck, stop, units }: UseSlotsOptions): SlotChoice | null {
  const isMoving = truck?.schedule?.mode === "stops";
  const stopId = stop?._id ?? null;
  const { data, error, refetch } = useQuery({
    ...slotsQuery({ slug, stopId, units }),
    enabled: truck !== undefined && (!isMoving || stop !== null),
    // While the cart changes, what was free for the order before is better than nothing.
    placeholderData: (known) => (known?.stopId === stopId ? known : undefined),
  });
  const hold = useOwnHold(slug);

  if (!truck) return null;
  // A truck that is always open has slots only with a limit of its own.
  if (!isMoving && !data?.slots.length) return null;
  if (isMoving && !stop) return { state: "closed" };
  if (data) return { state: "ready", ...withOwnSlot(data, hold, units) };
  if (error) return { state: "failed", reason: errorMessage(error), retry: () => void refetch() };
  return { state: "loading" };
}
