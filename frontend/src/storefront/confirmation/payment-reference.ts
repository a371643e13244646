import { useLayoutEffect, useState } from "react";
import type { PaymentReference } from "./api";

const secretKey = (paymentIntentId: string) => `chuckwagon:payment-secret:${paymentIntentId}`;

/**
 * The payment that the address names. Its client secret leaves the address bar at once, so that
 * it is not passed on with a link or a screenshot; the tab remembers it for a reload.
 */
export function usePaymentReference(): PaymentReference | null {
  const [reference] = useState(readReference);
  useLayoutEffect(() => {
    if (!reference?.clientSecret) return;
    remember(reference.paymentIntentId, reference.clientSecret);
    stripSecret();
  }, [reference]);
  return reference;
}

function readReference(): PaymentReference | null {
  const params = new URLSearchParams(window.location.search);
  const paymentIntentId = params.get("payment_intent")?.trim();
  if (!paymentIntentId) return null;
  const clientSecret = params.get("payment_intent_client_secret") ?? recall(paymentIntentId);
  return { paymentIntentId, clientSecret };
}

function stripSecret(): void {
  const url = new URL(window.location.href);
  url.searchParams.delete("payment_intent_client_secret");
  url.searchParams.delete("redirect_status");
  window.history.replaceState(window.history.state, "", url);
}

function remember(paymentIntentId: string, clientSecret: string): void {
  try {
    sessionStorage.setItem(secretKey(paymentIntentId), clientSecret);
  } catch {
    // Without it a reload shows a little less, nothing worse.
  }
}

function recall(paymentIntentId: string): string | null {
  try {
    return sessionStorage.getItem(secretKey(paymentIntentId));
  } catch {
    return null;
  }
}
