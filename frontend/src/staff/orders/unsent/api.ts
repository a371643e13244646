import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { StaffOrder } from "@/domain/api/staff-types";
import { deviceId } from "@/domain/offline/device-id";
import { loadOutbox } from "@/domain/offline/load-outbox";
import { orderOfConflict } from "@/domain/orders/order-cache";
import { unsentOrderKey } from "@/domain/query-keys";

/** Where an order of this device is now: here, or at the server under another id. */
export function unsentPlaceQuery(draftId: string) {
  return queryOptions({
    queryKey: unsentOrderKey(draftId),
    queryFn: async () => ({ sentAs: await (await loadOutbox()).sentAs(draftId) }),
    staleTime: 0,
    gcTime: 0,
  });
}

interface GivenUp {
  draftId: string;
  truckId: string;
  /** By the device's clock (ms). Of an order that cannot be read little is known. */
  takenAt: number | null;
  offlineNumber?: string;
  total?: number;
  /** Why it is no order: the code of the server's refusal, or of this device's. */
  refusal: string;
}

/**
 * Writes down at the server that an order of this device was given up, and why. Returns the order that it is already,
 * if it is one: then there is nothing to discard.
 */
export async function discardLateOrder(
  { truckId, takenAt, ...known }: GivenUp,
  reason: string,
): Promise<StaffOrder | null> {
  const body = {
    ...known,
    deviceId: deviceId(),
    ...(takenAt === null ? {} : { takenAt: new Date(takenAt).toISOString() }),
    sentAt: new Date().toISOString(),
    reason,
  };
  try {
    const params = { path: { truck_id: truckId } };
    await answer(api.POST("/api/trucks/{truck_id}/late-orders/discard", { params, body }));
    return null;
  } catch (error) {
    const order = orderOfConflict(error);
    if (order) return order;
    throw error;
  }
}
