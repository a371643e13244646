import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { CounterRequest } from "@/domain/cart/counter-order";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { applyOrder } from "@/domain/orders/order-cache";
import { staffScheduleKey } from "@/domain/query-keys";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";

/** Writes an order down, once under one key. A refusal means that the menu or a slot has changed: they are read again. */
export function useTakeCounterOrder(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key }: { request: CounterRequest; key: string }) =>
      answer(
        api.POST("/api/orders", { params: { header: { "Idempotency-Key": key } }, body: request }),
      ),
    onSuccess: (order) => applyOrder(client, order),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      void client.invalidateQueries({ queryKey: staffMenuQuery(truckId).queryKey });
      void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
      void client.invalidateQueries({ queryKey: staffScheduleKey(truckId) });
    },
  });
}

/** The slot that an order does not fit into, in units, and the next ones with room. */
export interface OverCapacity {
  slotAt: string;
  /** What the order takes. */
  units: number;
  used: number;
  capacity: number;
  slots: { at: string }[];
}

/** What a refusal says about a full slot; null for any other failure. */
export function overCapacityOf(error: unknown): OverCapacity | null {
  return error instanceof ApiError && error.code === "over_capacity"
    ? (error.body as OverCapacity)
    : null;
}

/** The server's sentences by line, from a refusal that names lines. */
export function lineProblems(error: unknown): Map<number, string> {
  const body = error instanceof ApiError ? error.body : null;
  const { problems = [] } = (body ?? {}) as { problems?: { line: number; message: string }[] };
  return new Map(problems.map(({ line, message }) => [line, message]));
}
