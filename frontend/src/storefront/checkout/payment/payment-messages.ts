import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import { messages as m } from "@/messages";

export interface PaymentMessage {
  tone: "info" | "good" | "error";
  text: string;
  /** What it means for the customer's money, where that is not in the text. */
  detail?: string;
}

export const COMPLETED = fixed("good", () => m.storefront.checkoutPayment.paymentAlreadyCompleted);
const PROCESSING = fixed("info", () => m.storefront.checkoutPayment.yourPaymentIsBeingProcessed);
export const SUCCESSFUL = fixed(
  "good",
  () => m.storefront.checkoutPayment.paymentSuccessfulRedirecting,
);
export const PENDING = fixed("info", () => m.storefront.checkoutPayment.paymentIsBeingProcessedYou);
export const LOAD_FAILED = fixed(
  "error",
  () => m.storefront.checkoutPayment.errorLoadingPaymentFormPlease,
);
export const NOT_READY = fixed(
  "error",
  () => m.storefront.checkoutPayment.paymentSystemNotReadyPlease,
);
export const STILL_LOADING = fixed(
  "error",
  () => m.storefront.checkoutPayment.paymentFormIsLoadingPlease,
);
export const PROCESSING_FAILED = fixed(
  "error",
  () => m.storefront.checkoutPayment.paymentProcessingFailedPleaseTry,
);

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
      return info(m.storefront.checkoutPayment.pleaseEnterYourPaymentDetails);
    case "requires_confirmation":
      return info(m.storefront.checkoutPayment.pleaseConfirmYourPayment);
    default:
      return null;
  }
}

export function setupError(error: StripeError): PaymentMessage {
  return failure(
    m.storefront.checkoutPayment.paymentSetupError({ message: error.message ?? error.type }),
  );
}

/** What the customer reads when confirming was refused. */
export function refusal(error: StripeError): PaymentMessage {
  return failure(
    isCardError(error)
      ? error.message || m.storefront.checkoutPayment.paymentFailedPleaseCheckYour
      : m.storefront.checkoutPayment.unexpectedErrorOccurredPleaseTry,
  );
}

/** Says whether money may have moved: `status` is null where the provider cannot be asked. */
export function whatIsCharged(status: PaymentIntent.Status | null, isSent: boolean): string {
  if (!isSent) return m.storefront.checkout.offlineNothingCharged;
  return status === null
    ? m.storefront.checkoutPayment.neverChargedTwice
    : m.storefront.checkout.nothingCharged;
}

/** A failed 3-D Secure comes as another type, yet it is the card that was refused. */
export function isCardError({ type, code }: StripeError): boolean {
  return (
    type === "card_error" ||
    type === "validation_error" ||
    code === "payment_intent_authentication_failure"
  );
}

/** The same object each time, so that one can be told from another; its sentence is read when it is shown. */
function fixed(tone: PaymentMessage["tone"], sentence: () => string): PaymentMessage {
  return {
    tone,
    get text() {
      return sentence();
    },
  };
}

function info(text: string, tone: "info" | "good" = "info"): PaymentMessage {
  return { tone, text };
}

function failure(text: string): PaymentMessage {
  return { tone: "error", text };
}
