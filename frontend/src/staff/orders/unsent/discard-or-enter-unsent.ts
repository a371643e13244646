import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { StaffOrder } from "@/domain/api/staff-types";
import { loadOutbox } from "@/domain/offline/load-outbox";
import {
  type UnreadableOrder,
  type UnsentOrder,
  useUnsentStore,
} from "@/domain/offline/unsent-orders";
import { orderOfConflict } from "@/domain/orders/order-cache";
import { unsentOrderKey } from "@/domain/query-keys";
import { deviceId } from "@/domain/values/random-ids-and-device-id";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";

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
async function discardLateOrder(
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

/** It goes as a sale of the moment in which it is sent, at the prices that were charged. */
export async function enterNow({ draftId, refusal }: UnsentOrder): Promise<void> {
  const { changeOrder } = await loadOutbox();
  await changeOrder(draftId, () => ({ refusal: null, asSaleOfNow: refusal?.code ?? "" }));
  useUnsentStore.getState().sendNow();
}

/** The server writes down who discarded it and why, before it is gone from here. */
export async function discardUnsent(unsent: UnsentOrder, reason: string): Promise<void> {
  const { draftId, truck, number: offlineNumber, takenAt, sale } = unsent;
  const refused = unsent.refusal?.code ?? "";
  const known = { draftId, truckId: truck._id, takenAt, offlineNumber, total: sale.total };
  try {
    const order = await discardLateOrder({ ...known, refusal: refused }, reason);
    const { changeOrder, dropOrder } = await loadOutbox();
    if (!order) return await dropOrder(draftId);
    const { orderNumber, status, total } = order;
    const arrived = { orderNumber, status, total };
    const refusal = { code: "arrived_already", message: "" };
    await changeOrder(draftId, () => ({ refusal, arrived }));
  } catch (error) {
    tellDiscardFailed(error);
  }
}

function tellDiscardFailed(error: unknown): void {
  const message = m.unsent.discardFailed({ reason: errorMessage(error) });
  showToast({ type: "error", message });
}

/** One that has arrived meanwhile is at the server whole: what is here of it is not needed either. */
export async function discardUnreadable(
  { draftId, truckId, takenAt }: UnreadableOrder,
  reason: string,
): Promise<void> {
  try {
    const known = { draftId, truckId, takenAt, refusal: "unreadable" };
    const order = await discardLateOrder(known, reason);
    if (order) showToast({ type: "info", message: m.unsent.locked.arrived(order) });
    await (await loadOutbox()).dropOrder(draftId);
  } catch (error) {
    tellDiscardFailed(error);
  }
}
