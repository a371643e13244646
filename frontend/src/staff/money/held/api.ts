import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { HeldPayment } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { useSend } from "@/domain/api/use-send";
import { heldPaymentsKey, waitingPaymentsKey } from "@/domain/query-keys";

export type Decision = NonNullable<HeldPayment["decision"]>;

/** What the dialog asks about. */
export interface Asked {
  payment: HeldPayment;
  decision: Decision;
}

interface DecisionInput {
  id: string;
  decision: Decision;
  note: string;
}

export function heldPaymentsQuery() {
  return queryOptions({
    queryKey: heldPaymentsKey(),
    queryFn: ({ signal }) => answer(api.GET("/api/payments/reviews", { signal })),
  });
}

/** Whatever comes of it, the list is read again. */
export function useDecide() {
  const client = useQueryClient();
  const send = useSend(({ id, decision, note }: DecisionInput, key) =>
    answer(
      api.POST("/api/payments/reviews/{review_id}/decision", {
        params: { path: { review_id: id }, header: { "Idempotency-Key": key } },
        body: { decision, note },
      }),
    ),
  );
  return useMutation({
    mutationFn: send,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: waitingPaymentsKey() });
      return client.invalidateQueries({ queryKey: heldPaymentsQuery().queryKey });
    },
  });
}
