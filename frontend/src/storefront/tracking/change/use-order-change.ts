import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import { useSend } from "@/domain/api/use-send";
import { applyRecord, readAgain } from "@/domain/live/record-versions";
import { trackedOrderKey, trackedSlotsKey } from "@/domain/query-keys";
import { cancelOrder, moveOrder } from "./choices-api";

/** The refusals after which the same choice would be refused again. */
const FINAL_CODES = ["too_late", "self_service_off", "stop_closed"];

/** A change by the customer: to another slot, or, with null, the cancellation. Shows the order as it is then. */
export function useOrderChange(token: string) {
  const client = useQueryClient();
  const send = useSend((slotAt: string | null, key) =>
    slotAt === null ? cancelOrder(token, key) : moveOrder(token, slotAt, key),
  );
  return useMutation({
    mutationFn: send,
    onSuccess: (order) => applyRecord(client, trackedOrderKey(token), order),
    // What was refused is no longer as this page shows it.
    onError: () =>
      Promise.all([
        readAgain(client, trackedOrderKey(token)),
        readAgain(client, trackedSlotsKey(token)),
      ]),
  });
}

/** Whether nothing can be chosen any more. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL_CODES.includes(error.code ?? "");
}
