import { queryOptions, useQuery } from "@tanstack/react-query";
import type { WaitingPayments } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { waitingPaymentsKey } from "@/domain/query-keys";
import { useCurrentUser } from "@/staff/session/session";

const POLL_MS = 60_000;
const NOTHING: WaitingPayments = { disputes: 0, answerBy: null, heldPayments: null };

function waitingPaymentsQuery() {
  return queryOptions({
    queryKey: waitingPaymentsKey(),
    queryFn: ({ signal }) => answer(api.GET("/api/payments/waiting", { signal })),
    refetchInterval: POLL_MS,
  });
}

/** How many payments wait for the user: of all trucks, or of the own one; none as long as that is not known. */
export function useWaitingPayments(): WaitingPayments {
  const { role, truckId } = useCurrentUser();
  const mayAsk = role === "superadmin" || truckId !== null;
  return useQuery({ ...waitingPaymentsQuery(), enabled: mayAsk }).data ?? NOTHING;
}

/** Of one kind, or of all kinds together. */
export function countWaiting(
  { disputes, heldPayments }: WaitingPayments,
  kind?: "disputes" | "heldPayments",
): number {
  const held = heldPayments ?? 0;
  if (kind) return kind === "disputes" ? disputes : held;
  return disputes + held;
}
