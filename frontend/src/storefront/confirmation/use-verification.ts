import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { verifiedPaymentKey } from "@/domain/query-keys";
import { type PaymentReference, type VerifyAnswer, verifyPayment } from "./api";
import { forgetSentSms } from "./use-order-sms";
import { nextQuestionMs, readAnswer, readFailure, type Verification } from "./verification";

/** Asks about the payment until it is decided. */
export function useVerification(reference: PaymentReference): {
  verification: Verification;
  retry: () => void;
  /** The order has another token, and its confirmation is sent once more. */
  renew: (trackingToken: string) => void;
} {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: verifiedPaymentKey(reference.paymentIntentId),
    queryFn: () => verifyPayment(reference),
    refetchInterval: ({ state }) =>
      state.data?.status === "processing" ? nextQuestionMs(state.dataUpdateCount) : false,
    refetchIntervalInBackground: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  function renew(trackingToken: string): void {
    forgetSentSms(reference.paymentIntentId);
    client.setQueryData<VerifyAnswer | null>(
      verifiedPaymentKey(reference.paymentIntentId),
      (known) =>
        known?.order
          ? { ...known, order: { ...known.order, trackingToken, smsStatus: "pending" } }
          : known,
    );
  }
  return { verification: verificationOf(query), retry: () => void query.refetch(), renew };
}

function verificationOf({
  data,
  error,
  isFetching,
}: Pick<UseQueryResult<VerifyAnswer | null>, "data" | "error" | "isFetching">): Verification {
  const decided = data !== undefined && !error ? readAnswer(data) : null;
  if (decided && decided.state !== "failed") return decided;
  if (isFetching) return { state: "waiting", processing: false };
  if (error) return readFailure(error);
  return decided ?? { state: "waiting", processing: false };
}
