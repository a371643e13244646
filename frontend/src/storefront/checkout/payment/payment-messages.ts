import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import { messages as m } from "@/messages";

export interface PaymentMessage {
  tone: "info" | "good" | "error";
  text: string;
  /** What it means for the customer's money, where that is not in the text. */
  detail?: string;
}

export const COMPLETED = fixed("good", () => m.payment.alreadyCompleted);
const PROCESSING = fixed("info", () => m.payment.inProgress);
export const SUCCESSFUL = fixed("good", () => m.payment.succeeded);
export const PENDING = fixed("info", () => m.payment.processingNotice);
export const LOAD_FAILED = fixed("error", () => m.payment.formFailed);
export const NOT_READY = fixed("error", () => m.payment.notReady);
export const STILL_LOADING = fixed("error", () => m.payment.stillLoading);
export const PROCESSING_FAILED = fixed("error", () => m.payment.failed);

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
      return info(m.payment.enterDetails);
    case "requires_confirmation":
      return info(m.payment.confirmPlease);
    default:
      return null;
  }
}

export function setupError(error: StripeError): PaymentMessage {
  return failure(m.payment.setupFailed({ message: error.message ?? error.type }));
}

/** What the customer reads when confirming was refused. */
export function refusal(error: StripeError): PaymentMessage {
  return failure(isCardError(error) ? error.message || m.payment.cardFailed : m.payment.unexpected);
}

/** Says whether money may have moved: `status` is null where the provider cannot be asked. */
export function whatIsCharged(status: PaymentIntent.Status | null, isSent: boolean): string {
  if (!isSent) return m.checkout.failures.offline;
  return status === null ? m.payment.neverTwice : m.checkout.failures.nothingCharged;
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
