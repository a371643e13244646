import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { StaffOrder } from "@/domain/api/staff-types";
import { deviceId } from "@/domain/offline/device-id";
import { loadOutbox } from "@/domain/offline/load-outbox";
import type { UnsentOrder } from "@/domain/offline/unsent-orders";
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

/**
 * Writes down at the server that an order which it refused was given up, and why. Returns the order that it is already,
 * if it is one: then there is nothing to discard.
 */
export async function discardLateOrder(
  unsent: UnsentOrder,
  reason: string,
): Promise<StaffOrder | null> {
  const { draftId, truck, number, takenAt, sale, refusal } = unsent;
  const body = {
    draftId,
    deviceId: deviceId(),
    offlineNumber: number,
    takenAt: new Date(takenAt).toISOString(),
    sentAt: new Date().toISOString(),
    total: sale.total,
    refusal: refusal?.code ?? "",
    reason,
  };
  try {
    const params = { path: { truck_id: truck._id } };
    await answer(api.POST("/api/trucks/{truck_id}/late-orders/discard", { params, body }));
    return null;
  } catch (error) {
    const order = orderOfConflict(error);
    if (order) return order;
    throw error;
  }
}
