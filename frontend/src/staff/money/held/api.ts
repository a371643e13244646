import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { HeldPayment, HeldPayments } from "@/api/admin-types";
import { apiGet, apiPost } from "@/api/client";

export type Decision = NonNullable<HeldPayment["decision"]>;

interface DecisionInput {
  id: string;
  decision: Decision;
  note: string;
  key: string;
}

export function heldPaymentsQuery() {
  return queryOptions({
    queryKey: ["held-payments"],
    queryFn: ({ signal }) => apiGet<HeldPayments>("/payments/reviews", { signal }),
  });
}

/** Whatever comes of it, the list is read again. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision, note, key }: DecisionInput) =>
      apiPost<HeldPayment>(
        `/payments/reviews/${id}/decision`,
        { decision, note },
        { headers: { "Idempotency-Key": key } },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: heldPaymentsQuery().queryKey }),
  });
}
