import { useLayoutEffect, useState } from "react";
import { stored, TEXT } from "@/domain/stored";
import type { PaymentReference } from "./api";

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
