import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "@/api/admin-types";
import { apiPost } from "@/api/client";
import { ApiError } from "@/api/errors";
import { staffMenuQuery } from "@/api/staff-menu";
import { takeOrder } from "@/api/staff-orders";
import { staffTrucksQuery } from "@/api/staff-trucks";
import type { CounterRequest } from "./counter-order";

/** Writes an order down, once under one key. A refusal means that the menu has changed: it is read again. */
export function useTakeCounterOrder(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key }: { request: CounterRequest; key: string }) =>
      apiPost<StaffOrder>("/orders", request, { headers: { "Idempotency-Key": key } }),
    onSuccess: (order) => takeOrder(client, order),
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
