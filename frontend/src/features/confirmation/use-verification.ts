import { useQuery } from "@tanstack/react-query";
import { type PaymentReference, verifyPayment } from "./api";
import { nextQuestionMs, readAnswer, readFailure, type Verification } from "./verification";

/** Asks about the payment until it is decided. */
export function useVerification(reference: PaymentReference): {
  verification: Verification;
  retry: () => void;
} {
  const query = useQuery({
    queryKey: ["verify-payment", reference.paymentIntentId],
    queryFn: () => verifyPayment(reference),
    refetchInterval: ({ state }) =>
      state.data?.status === "processing" ? nextQuestionMs(state.dataUpdateCount) : false,
    refetchIntervalInBackground: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const retry = () => void query.refetch();
  return { verification: verificationOf(query), retry };
}

type Query = Pick<
  ReturnType<typeof useQuery<Awaited<ReturnType<typeof verifyPayment>>>>,
  "data" | "error" | "isFetching"
>;

function verificationOf({ data, error, isFetching }: Query): Verification {
  if (data !== undefined && data?.status === "processing" && !error) return readAnswer(data);
  if (isFetching && (data === undefined || error)) return { state: "waiting", processing: false };
  if (error) return readFailure(error);
  return data === undefined ? { state: "waiting", processing: false } : readAnswer(data);
}
