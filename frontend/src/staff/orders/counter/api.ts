import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { CounterRequest } from "@/domain/cart/counter-order";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { applyOrder } from "@/domain/orders/apply-order";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";

/** Writes an order down, once under one key. A refusal means that the menu has changed: it is read again. */
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
    },
  });
}

/** The server's sentences by line, from a refusal that names lines. */
export function lineProblems(error: unknown): Map<number, string> {
  const body = error instanceof ApiError ? error.body : null;
  const { problems = [] } = (body ?? {}) as { problems?: { line: number; message: string }[] };
  return new Map(problems.map(({ line, message }) => [line, message]));
}
