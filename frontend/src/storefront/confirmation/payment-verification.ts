import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { verifiedPaymentKey } from "@/domain/query-keys";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";
import type { TicketLine } from "@/storefront/ticket/ticket-and-receipt";

type Schemas = components["schemas"];

/** What the confirmation page knows about a payment. */
type Verification =
  | { state: "waiting"; processing: boolean }
  | { state: "failed"; message: string }
  /** The provider has decided, and no money has moved. */
  | { state: "unpaid" }
  | { state: "confirmed"; status: string; order: ConfirmedOrder };

/** A card or a bank's check that failed, and a payment that was cancelled: the provider says that nothing was charged. */
const UNPAID: ReadonlySet<string> = new Set(["requires_payment_method", "canceled"]);

function readAnswer(answer: VerifyAnswer | null): Verification {
  if (answer?.status === "processing") return { state: "waiting", processing: true };
  if (answer?.status === "succeeded" && answer.order) {
    return { state: "confirmed", status: answer.status, order: answer.order };
  }
  if (answer && UNPAID.has(answer.status)) return { state: "unpaid" };
  return {
    state: "failed",
    message: m.confirmation.failed.incomplete,
  };
}

function readFailure(error: unknown): Verification {
  return { state: "failed", message: failureMessage(error) };
}

function failureMessage(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return m.confirmation.failed.unverified;
  if (error.fromServer) return error.message;
  return error.status < 300
    ? m.confirmation.failed.incomplete
    : m.confirmation.failed.server({ status: error.status });
}

/** Waits between two questions about a payment that is still being processed. */
function nextQuestionMs(asked: number): number {
  return Math.min(30_000, 2000 * 1.5 ** Math.max(0, asked - 1));
}

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

/** The order as its customer may see it; amounts in dollars. */
export type ConfirmedOrder = Omit<Schemas["ConfirmedOrder"], "items"> & { items: TicketLine[] };

/** `status` is the payment provider's word for the payment. */
type VerifyAnswer = Omit<Schemas["VerifyAnswer"], "order"> & {
  order: ConfirmedOrder | null;
};

export interface PaymentReference {
  paymentIntentId: string;
  clientSecret: string | null;
}

/** Asks the server what became of a payment; the server makes the order if it is not there yet. */
function verifyPayment({
  paymentIntentId,
  clientSecret,
}: PaymentReference): Promise<VerifyAnswer | null> {
  const body: Schemas["VerifyRequest"] = {
    payment_intent_id: paymentIntentId,
    ...(clientSecret ? { payment_intent_client_secret: clientSecret } : {}),
  };
  return answer(api.POST("/api/verify-payment", { body }));
}

const secretOf = (paymentIntentId: string) =>
  stored(`chuckwagon:payment-secret:${paymentIntentId}`, TEXT, "session");

/**
 * The payment that the address names. Its client secret leaves the address bar at once, so that
 * it is not passed on with a link or a screenshot; the tab remembers it for a reload.
 */
export function usePaymentReference(): PaymentReference | null {
  const [reference] = useState(readReference);
  useLayoutEffect(() => {
    if (!reference?.clientSecret) return;
    secretOf(reference.paymentIntentId).write(reference.clientSecret);
    stripSecret();
  }, [reference]);
  return reference;
}

function readReference(): PaymentReference | null {
  const params = new URLSearchParams(window.location.search);
  const paymentIntentId = params.get("payment_intent")?.trim();
  if (!paymentIntentId) return null;
  const clientSecret =
    params.get("payment_intent_client_secret") ?? secretOf(paymentIntentId).read();
  return { paymentIntentId, clientSecret };
}

function stripSecret(): void {
  const url = new URL(window.location.href);
  url.searchParams.delete("payment_intent_client_secret");
  url.searchParams.delete("redirect_status");
  window.history.replaceState(window.history.state, "", url);
}
