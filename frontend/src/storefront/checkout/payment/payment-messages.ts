import type { PaymentIntent, StripeError } from "@stripe/stripe-js";

export interface PaymentMessage {
  tone: "info" | "good" | "error";
  text: string;
}

export const COMPLETED = info("Payment already completed!", "good");
export const PROCESSING = info("Your payment is being processed...");
export const SUCCESSFUL = info("Payment successful! Redirecting...", "good");
export const PENDING = info("Payment is being processed. You will receive confirmation shortly.");
export const LOAD_FAILED = failure("Error loading payment form. Please try again.");
export const NOT_READY = failure("Payment system not ready. Please refresh and try again.");
export const STILL_LOADING = failure(
  "Payment form is loading. Please wait a moment and try again.",
);
export const PROCESSING_FAILED = failure("Payment processing failed. Please try again.");
const CARD_FAILED = "Payment failed. Please check your card details.";
const UNEXPECTED = "An unexpected error occurred. Please try again.";

export const RETRIEVE_DELAY_MS = 1000;
export const ALREADY_PAID_DELAY_MS = 1000;
export const REDIRECT_DELAY_MS = 1500;

/** What the customer reads when the payment step opens on an intent with this status. */
export function promptFor(status: PaymentIntent.Status): PaymentMessage | null {
  switch (status) {
    case "succeeded":
      return COMPLETED;
    case "processing":
      return PROCESSING;
    case "requires_payment_method":
      return info("Please enter your payment details.");
    case "requires_confirmation":
      return info("Please confirm your payment.");
    case "canceled":
      return failure("This payment has expired. Go back to customer information to start again.");
    default:
      return null;
  }
}

export function setupError(error: StripeError): PaymentMessage {
  return failure(`Payment setup error: ${error.message ?? error.type}`);
}

/** What the customer reads when confirming was refused. */
export function refusal(error: StripeError): PaymentMessage {
  return failure(isCardError(error) ? error.message || CARD_FAILED : UNEXPECTED);
}

/** A failed 3-D Secure comes as another type, yet it is the card that was refused. */
export function isCardError({ type, code }: StripeError): boolean {
  return (
    type === "card_error" ||
    type === "validation_error" ||
    code === "payment_intent_authentication_failure"
  );
}

function info(text: string, tone: "info" | "good" = "info"): PaymentMessage {
  return { tone, text };
}

function failure(text: string): PaymentMessage {
  return { tone: "error", text };
}
